import type { PickRequest } from '../../../collection/pick.ts'
import { invalidRequest } from '../../../errors.ts'
import {
  checkConditions,
  conditionFields,
  readConditions,
} from '../../../frames/conditions/registry.ts'
import type { Settings, Steered } from '../../../frames/steering.ts'
import { attempt } from '../../../lib/attempt.ts'
import { queryValues, type QueryValues } from '../../../lib/parse.ts'
import { isRendition, type RenditionRequest } from '../../../pixels/request.ts'
import { onlyFormat, prefersImage } from '../accept.ts'
import { displayOf, panelColoursOf, type TrmnlDevice } from './device.ts'
import { pictureSchema, type PictureQuery } from './picture-query.ts'
import { checkRendition, renditionOf, withFormat } from './rendition-query.ts'
import { queryOf } from '../picture-url.ts'
import { fillIn, onlyFor, textsOf } from './fill-in.ts'

/** What a frame says in a request. */
interface PictureQuestion {
  query: PictureQuery
  /** The query as it was sent. */
  text: string
  headers: Headers
}

/** What a frame asks for, checked: which picture, and how it is sent. */
export interface Plan {
  picking: PickRequest
  rendition: RenditionRequest
  /** The query of the rendition. */
  query: string
  /** Whether it wants the image, in place of its description. */
  isImage: boolean
  /** Whether its caption is what somebody wrote to the picture. */
  isDescribed: boolean
  /** Displays read no WebP. */
  readsWebp: boolean
  /** The size that it sends, if it sends both sides. */
  display: { width: number; height: number } | null
}

/** The headers that a plan depends on. */
const planningHeaders = [
  'accept',
  'x-display-width',
  'x-display-height',
  'x-display-orientation',
  'x-color-palette',
]

/** How many plans are kept of a query, or of a frame that is steered, and how long their keys may be. */
const maxPlans = 16
const maxKeyLength = 1000

/** Makes plans, and keeps them: frames ask for the same day and night. */
export class Plans {
  readonly #known = new WeakMap<PictureQuery | Steered, Map<string, Plan>>()

  /** Makes the plan of a request, as `planOf` does, or gives that of the same request before. */
  of(asked: PictureQuestion, steered: Steered | undefined): Plan {
    const isSet = steered !== undefined && Object.keys(steered.settings).length > 0
    const source = isSet ? steered : asked.query
    const key = keyOf(asked)
    const plans = this.#known.get(source) ?? new Map<string, Plan>()
    const known = plans.get(key)
    if (known !== undefined) return known
    const plan = planOf(asked, isSet ? steered.settings : undefined)
    if (plans.size >= maxPlans) plans.clear()
    if (key.length <= maxKeyLength) this.#known.set(source, plans.set(key, plan))
    return plan
  }
}

function keyOf({ text, headers }: PictureQuestion): string {
  let key = text
  // No header holds this character: what is missing differs from any text.
  for (const name of planningHeaders) key += `\n${headers.get(name) ?? '\0'}`
  return key
}

/** How many characters the parameters of a request may have together. */
const maxQueryLength = 2000

/**
 * Puts together what the address of a frame says, what is set for it, and what its headers say. The
 * address comes first, a display's size before one that is set.
 * @param settings what is set for the frame; a setting that can't apply is left out.
 * @throws INVALID_REQUEST where the address is too long, or its values don't go together.
 */
export function planOf({ query, text, headers }: PictureQuestion, settings?: Settings): Plan {
  if (text.length > maxQueryLength && lengthOf(text) > maxQueryLength) {
    throw invalidRequest('Give parameters of at most 2,000 characters together.')
  }
  const display = displayOf(headers)
  const { width, height } = display ?? {}
  const isExact = width !== undefined && height !== undefined
  const panel = isExact ? panelColoursOf(headers) : undefined
  const accept = headers.get('accept') ?? undefined
  // A frame that sends the size of its display, and no `Accept`, wants an image.
  const isPreferred = accept === undefined ? display !== undefined : prefersImage(accept)
  const isImage = query.as === undefined ? isPreferred : query.as === 'image'
  const plan = (all: PictureQuery): Plan => {
    const size = { width: all.width ?? width, height: all.height ?? height }
    const asked = withPanel({ ...renditionOf(all), ...size }, panel)
    checkRendition(asked)
    const rendition = isImage ? withFormat(asked, onlyFormat(accept)) : asked
    return {
      picking: {
        frame: all.frame ?? '',
        partner: all.partner,
        conditions: readConditions(all, asked),
        isScaled: isRendition(asked),
      },
      rendition,
      query: queryOf(rendition),
      isImage,
      isDescribed: all.caption?.split(/, ?/).includes('description') === true,
      readsWebp: display === undefined,
      display: isExact ? { width, height } : null,
    }
  }
  if (settings === undefined) return plan(query)
  const set = onlyFor(pictureSchema().shape, textsOf(settings))
  const open = display === undefined ? set : { ...set, width: undefined, height: undefined }
  const planIfPossible = (values: QueryValues) => attempt(() => plan(pictureSchema().parse(values)))
  return fillIn(queryValues(text), open, planIfPossible) ?? plan(query)
}

/** Counts the characters of a query, decoded, with the signs between its parts. */
const lengthOf = (text: string) =>
  [...new URLSearchParams(text)].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 2,
    -1,
  )

/**
 * Says which picture a TRMNL device gets, and how. What is set for it comes before what all devices are
 * given, and that before slots of an hour.
 * @param given the conditions of all devices.
 */
export function planOfDevice(
  device: TrmnlDevice,
  settings: Settings,
  given: QueryValues,
): Pick<Plan, 'picking' | 'rendition'> {
  const { name, width, height, greyBits } = device
  const own = onlyFor(conditionFields, textsOf(settings))
  const wanted = fillIn(own, { every: '1h', ...given }, checkConditions)
  return {
    picking: { frame: name, conditions: readConditions(wanted ?? {}, device), isScaled: true },
    rendition: {
      width,
      height,
      fit: 'cover',
      format: 'png',
      palette: greyBits === 2 ? 'gray4' : 'bw',
      // TRMNL's first device takes no larger pictures.
      bytes: 89_999,
    },
  }
}

/**
 * Gives a frame that sends its colours a picture in nothing but these, of exactly its size, unless
 * the request asks for something else.
 */
function withPanel(request: RenditionRequest, panel: string | undefined): RenditionRequest {
  const { palette, format, fit = 'cover' } = request
  if (panel === undefined || palette !== undefined) return request
  if (format !== undefined && format !== 'png' && format !== 'bmp') return request
  return { ...request, fit, palette: 'spectra6', panel }
}
