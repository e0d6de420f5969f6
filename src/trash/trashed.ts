import { z } from 'zod'
import { lastMoment, momentSchema } from '../lib/clock.ts'
import { marksSchema } from '../library/tree/nodes.ts'

/** What is written down of an item before it moves to the trash. */
export const trashedSchema = () =>
  z.object({
    /** Where it was. */
    path: z.string(),
    kind: z.enum(['image', 'folder']),
    /** When it was deleted. A line with an impossible time counts all the same. */
    deleted: momentSchema().catch(lastMoment),
    /** In bytes, of all files; null until those of a folder have been counted. */
    size: z.int().nonnegative().nullable(),
    totalImages: z.int().nonnegative(),
    /** The marks of the images, by their paths from the item's own. */
    marks: z.record(z.string(), marksSchema()).optional(),
  })

export type Trashed = z.infer<ReturnType<typeof trashedSchema>>

/** Something that can be restored. */
export interface TrashItem extends Trashed {
  id: string
}

/** Whether a name in the trash is that of an item. */
export const isTrashId = (name: string) => /^[\da-f]{32}$/.test(name)

/** Makes an id of 128 random bits. */
export const newTrashId = () => crypto.getRandomValues(Buffer.alloc(16)).toString('hex')
