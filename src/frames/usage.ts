import { z } from 'zod'

const dayMs = 24 * 60 * 60_000

export const usageSchema = () =>
  z.object({
    /** Who asked last: a network, which has its share of what is remembered. */
    owner: z.string(),
    /** On how many days it was used, and the last of them, by its number. */
    days: z.int(),
    lastDay: z.int(),
  })

/** How long and for whom something is remembered for a frame. */
export type Usage = z.infer<ReturnType<typeof usageSchema>>

/** What was used on one day only is the first to be forgotten. */
export const isSettled = ({ days }: Usage) => days > 1

/** The usage after one more use. */
export function usedAgain(usage: Usage | undefined, owner: string, now: number): Usage {
  const today = Math.floor(now / dayMs)
  if (usage === undefined) return { owner, days: 1, lastDay: today }
  const isNewDay = usage.lastDay !== today
  if (!isNewDay && usage.owner === owner) return usage
  return { owner, days: usage.days + (isNewDay ? 1 : 0), lastDay: today }
}
