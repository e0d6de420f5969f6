import { z } from 'zod'
import { Table, type TablePlace } from '../../store/table.ts'
import { NameMap, usageSchema } from '../name-map.ts'

/** How much those may take that were used on one day only, in bytes. */
const maxNewBytes = 512 * 1024

const slotPickSchema = () =>
  z.object({
    /** The start of the slot, in milliseconds since 1970. */
    start: z.number(),
    path: z.string(),
    /** When the picture was dealt as far as clients know: the start, unless it replaced another. */
    dealtAt: z.number(),
    /** How often another picture had been asked for when it was dealt. */
    next: z.int().default(0),
    /** Whether it was dealt because no picture is of this day. */
    isFallback: z.boolean(),
    usage: usageSchema().default({ days: 1, lastDay: 0 }),
  })

/** What a frame got for a slot. */
export type SlotPick = z.infer<ReturnType<typeof slotPickSchema>>

/** Keeps the pictures of slots, also over a restart: of 1,000 frames, conditions and lengths. */
export class SlotTable extends Table<SlotPick> {
  constructor(place: TablePlace) {
    super({
      ...place,
      name: 'slots.table',
      schema: slotPickSchema,
      values: new NameMap({
        newCapacity: maxNewBytes,
        weigh: ({ path }, key) => 128 + key.length + path.length,
        usageOf: ({ usage }) => usage,
      }),
      former: {
        name: 'slots.json',
        schema: () =>
          slotPickSchema()
            .extend({ key: z.string() })
            .transform(({ key, ...pick }) => [key, pick]),
      },
    })
  }

  /** Forgets the pictures of a frame and of its partners. */
  forget(frame: string): void {
    const isOfFrame = (key: string) =>
      [`["${frame}"`, `["${frame}\\n`].some((own) => key.startsWith(own))
    for (const key of this.values.keys()) if (isOfFrame(key)) this.delete(key)
  }
}
