import { z } from 'zod'
import type { PickRequest } from '../../../collection/collection.ts'
import { checkConditions } from '../../../frames/conditions/written-conditions.ts'
import { conditionFields, describedFields } from '../../../frames/conditions/registry.ts'
import type { Settings, Steered } from '../../../frames/steering.ts'
import { lazy } from '../../../lib/once.ts'
import { queryValues, type QueryValues } from '../../../lib/parse.ts'
import { isRendition, type RenditionRequest } from '../../../pixels/request.ts'
import { invalidRequest, type AppError } from '../../../errors.ts'
import { withDisplay, type Display } from './device.ts'
import { fillIn, onlyFor, textsOf } from './frame-settings.ts'
import { frameName } from './frame-name.ts'
import { withPanel } from './panel-colours.ts'
import { pickingOf, refineConditions, sentenceOf } from './picking-query.ts'
import { badRendition, checkRendition, renditionOf, renditionSchema } from './rendition-query.ts'
import { slideshowOptions } from './slideshow-options.ts'
import type { TrmnlDevice } from './trmnl-device.ts'

/** The query of a random picture: which one, in which order and for how long, and how it is sent. */
export const pictureSchema = lazy(() =>
  z
    .object({
      frame: frameName.optional().meta({
        description:
          'The name of the frame. Each combination of frame and conditions has its own rounds.',
        examples: ['hall'],
      }),
      ...describedFields(),
      partner: z
        .string()
        .regex(/^[1-9]$/)
        .optional()
        .meta({
          description:
            'An image to show beside another one of the same frame, `1` to `9`. Each number has rounds and ' +
            'time slots of its own.',
          examples: ['1'],
        }),
      caption: z
        .union([slideshowOptions.caption.schema, z.literal('')])
        .optional()
        .meta({
          description:
            'What stands on the image. With `description` among them, the answer has it.',
          examples: ['date,description'],
        }),
      looks: z
        .string()
        .regex(/^[a-z]+(,[a-z]+)*$/)
        .optional()
        .meta({
          description:
            'The names of what the address of a slideshow page sets itself, such as `seconds`. They are kept ' +
            'with the conditions of the frame: settings of these names do not count for it.',
          examples: ['seconds,clock'],
        }),
      as: z
        .enum(['image', 'json'])
        .optional()
        .meta({ description: 'The kind of answer.', examples: ['json'] }),
      ...renditionSchema().shape,
    })
    .superRefine(refineConditions),
)

type PictureQuery = z.output<ReturnType<typeof pictureSchema>>

/** Says what is wrong with a query that is none. */
export function badQuery(error?: z.ZodError): AppError {
  const issue = error?.issues[0]
  const name = issue?.path[0]
  if (name === undefined) return invalidRequest(issue?.message)
  if (name === 'as') return invalidRequest('Give "as" once, as image or json.')
  const sentence = sentenceOf(String(name))
  return sentence === undefined ? invalidRequest(badRendition) : invalidRequest(sentence)
}

/** What a frame says in a request. */
export interface Asked {
  query: PictureQuery
  /** The query as it was sent. */
  text: string
  display?: Display | undefined
  /** The colours of its panel. */
  panel?: string | undefined
}

/** What a frame asks for, checked. */
export interface Plan {
  picking: PickRequest
  /** How the picture is to be sent. */
  rendition: RenditionRequest
}

/** How many plans are kept of a query, or of a frame that is steered. */
const maxPlans = 16

/** Makes plans, and keeps them: frames ask for the same day and night. */
export class Plans {
  readonly #known = new WeakMap<PictureQuery | Steered, Map<string, Plan>>()

  /**
   * Puts together what the address of a frame says, what is set for it, and what its headers say.
   * The address comes first, a display's size before one that is set.
   * @throws INVALID_REQUEST where values of the address don't go together.
   */
  of(asked: Asked, steered: Steered | undefined): Plan {
    const { query, text, display, panel } = asked
    const isSet = steered !== undefined && Object.keys(steered.settings).length > 0
    const source = isSet ? steered : query
    const plans = this.#known.get(source) ?? new Map<string, Plan>()
    const key = `${text} ${display?.width} ${display?.height} ${panel}`
    const plan = plans.get(key) ?? planOf(asked, isSet ? steered.settings : undefined)
    if (plans.size >= maxPlans) plans.clear()
    this.#known.set(source, plans.set(key, plan))
    return plan
  }
}

/**
 * Makes the plan of a request.
 * @param settings what is set for the frame; a setting that can't apply is left out.
 * @throws INVALID_REQUEST where values of the address don't go together.
 */
export function planOf(asked: Asked, settings?: Settings): Plan {
  const { query, text, display, panel } = asked
  const plan = (all: PictureQuery): Plan => {
    const rendition = withPanel(withDisplay(renditionOf(all), display), display, panel)
    checkRendition(rendition)
    const picking = { ...pickingOf(all, rendition), isScaled: isRendition(rendition) }
    return { picking, rendition }
  }
  if (settings === undefined) return plan(query)
  const { width, height, ...others } = onlyFor(pictureSchema().shape, textsOf(settings))
  const open = display === undefined ? { width, height, ...others } : others
  const planIfPossible = (values: QueryValues) => {
    try {
      return plan(pictureSchema().parse(values))
    } catch {
      return undefined
    }
  }
  return fillIn(queryValues(text), open, planIfPossible) ?? plan(query)
}

/** The slots of devices whose conditions name none. */
const defaultSlot = '1h'

/**
 * Says which picture a TRMNL device gets. What is set for it comes before what all devices are given.
 * @param given the conditions of all devices.
 */
export function planOfDevice(
  device: TrmnlDevice,
  settings: Settings,
  given: QueryValues,
): PickRequest {
  const own = onlyFor(conditionFields, textsOf(settings))
  const wanted = fillIn(own, { every: defaultSlot, ...given }, checkConditions)
  return { ...pickingOf({ ...wanted, frame: device.name }, device), isScaled: true }
}
