import { z } from 'zod'
import { invalidRequest, type AppError } from '../../../errors.ts'
import {
  conditionFields,
  findContradiction,
  parameters,
} from '../../../frames/conditions/registry.ts'
import { once } from '../../../lib/once.ts'
import { optional } from '../../openapi/docs.ts'
import { renditionSchema, renditionSentence } from './rendition-query.ts'
import { schemaOf, slideshowOptions } from './slideshow-options.ts'

const most = 64

/**
 * The longest text of which so many characters can be composed. The time to compose a letter is
 * quadratic in the number of its marks.
 */
const mostComposed = 8 * most

/** The name of a frame, in Unicode NFC. Inside, it may have spaces and periods. */
export const frameName = z
  .string()
  .refine((name) => name.length <= mostComposed, { abort: true })
  .normalize('NFC')
  .regex(/^(?:\p{L}\p{M}*|[\p{Nd}_-])(?:[ .]*(?:\p{L}\p{M}*|[\p{Nd}_-]))*$/u)
  .refine((name) => [...name].length <= most)

/** What it takes, as the end of a sentence. */
export const frameNameMeaning = `1 to ${most} letters, digits, "-" and "_", with spaces and periods only inside`

/** The query of a random picture: which one, in which order and for how long, and how it is sent. */
export const pictureSchema = once(() =>
  z
    .object({
      frame: optional(
        frameName,
        `The name of the frame: ${frameNameMeaning}. Each combination of frame and conditions has its own rounds.`,
        'hall',
      ),
      ...conditionFields,
      partner: optional(
        z.string().regex(/^[1-9]$/),
        'An image to show beside another one of the same frame, `1` to `9`. Each number has rounds and ' +
          'time slots of its own.',
        '1',
      ),
      caption: optional(
        z.union([schemaOf(slideshowOptions.caption), z.literal('')]),
        'What stands on the image. With `description` among them, the answer has it.',
        'date,description',
      ),
      looks: optional(
        z.string().regex(/^[a-z]+(,[a-z]+)*$/),
        'The names of what the address of a slideshow page sets itself, such as `seconds`. They are kept ' +
          'with the conditions of the frame: settings of these names do not count for it.',
        'seconds,clock',
      ),
      as: optional(z.enum(['image', 'json']), 'The kind of answer.', 'json'),
      ...renditionSchema().shape,
    })
    .superRefine((query, context) => {
      const message = findContradiction(query)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    }),
)

export type PictureQuery = z.output<ReturnType<typeof pictureSchema>>

/** Says what is wrong with a query that is none. */
export function badQuery(error?: z.ZodError): AppError {
  const issue = error?.issues[0]
  const name = issue?.path[0]
  if (name === undefined) return invalidRequest(issue?.message)
  return invalidRequest(sentenceOf(String(name)))
}

/** The parameters that the slideshow page hands on from its address. */
export const handedOn: readonly string[] = ['frame', ...Object.keys(conditionFields)]

/**
 * Says what a parameter takes, as a sentence.
 * @returns `undefined` for a name that is none.
 */
export function sentenceOf(name: string): string | undefined {
  if (name === 'as') return 'Give "as" once, as image or json.'
  if (name === 'frame') return `Give "frame" once, as ${frameNameMeaning}.`
  if (name === 'looks') return 'Give "looks" once, as names with commas between.'
  if (name === 'caption') return `Give "caption" once, as ${slideshowOptions.caption.takes}.`
  if (name === 'partner') return 'Give "partner" once, as a number from 1 to 9.'
  const parameter = parameters[name]
  if (parameter === undefined) return renditionSentence(name)
  return `Give "${name}" ${parameter.isList ? '' : 'once, '}as ${parameter.takes}.`
}
