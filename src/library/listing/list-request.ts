/** `added`: what joined the collection last comes first. */
export const listOrders = ['name', 'newest', 'oldest', 'added'] as const
export type ListOrder = (typeof listOrders)[number]

/** The marks by which images are listed, or left out. */
export const markFilters = ['favourite', 'hidden', 'waiting'] as const

/** What is asked for of a folder: the marks say which images to list, those with them or without. */
export interface ListRequest extends Partial<
  Record<(typeof markFilters)[number], boolean | undefined>
> {
  /** By name unless given. */
  order?: ListOrder | undefined
  /** Lists the images in it and below it, and no folders. */
  recursive?: boolean | undefined
  /** Lists the folders and images below it whose names or descriptions contain this text. */
  search?: string | undefined
  /** Who asks, such as a network: of several, the one that searched least lately goes first. */
  client?: string | undefined
  /** How many entries a page has at most. */
  limit?: number | undefined
  /** Where the page begins, as an earlier answer said. */
  cursor?: string | undefined
  /** Whether to count the images of each month, in an order by date. */
  months?: boolean | undefined
}
