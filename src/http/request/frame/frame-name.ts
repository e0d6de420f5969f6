import { z } from 'zod'

const most = 64

/** The name of a frame, in Unicode NFC. Inside, it may have spaces and periods. */
export const frameName = z
  .string()
  .normalize('NFC')
  .regex(/^(?:\p{L}\p{M}*|[\p{Nd}_-])(?:[ .]*(?:\p{L}\p{M}*|[\p{Nd}_-]))*$/u)
  .refine((name) => [...name].length <= most)

/** What it takes, as the end of a sentence. */
export const frameNameMeaning = `1 to ${most} letters, digits, "-" and "_", with spaces and periods only inside`
