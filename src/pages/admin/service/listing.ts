import type { InferRequestType } from 'hono/client'
import type { api, DataOf } from './api.ts'

/** How and how much of a folder to list. */
export type ListQuery = Omit<InferRequestType<typeof api.folders.$get>['query'], 'path'>

/** A folder as the service lists it. */
export type Listing = DataOf<Awaited<ReturnType<typeof api.folders.$get>>>

/** A picture as the service lists it. */
export type Picture = Listing['images'][number]
