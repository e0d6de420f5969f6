import type { z } from 'zod'
import type { TagTable } from '../../library/facts/tag-table.ts'
import type { Image } from '../../library/tree/nodes.ts'
import type { Order } from '../../library/order/sort-order.ts'
import type { RenditionRequest } from '../../pixels/request.ts'

/** How a form asks for a value: by choices, by their values, of which an empty one leaves it out. */
export type Control = 'folder' | 'tag' | 'date' | 'text' | Readonly<Record<string, string>>

/** A parameter of a frame: what it takes, and what a form says of it. */
export interface FormParameter {
  /** What it takes, as the end of a sentence. */
  takes: string
  /** Whether it may be given several times. */
  isList?: true
  /** What a form calls it. */
  label: string
  /** Without it, no form asks for the value. */
  control?: Control
  /** Says in a list what a value means that is no choice of the form; `{}` stands for the value. */
  inWords: string
}

/** A parameter of a query of pictures, with what the document of the API says of it. */
export interface Parameter extends FormParameter {
  schema: z.ZodType
  description: string
  example: string | number
}

type ParameterRows = Readonly<Record<string, Parameter>>

/** What a query says for some parameters, checked. */
type CheckedValues<Some extends ParameterRows> = {
  [Name in keyof Some]?: z.output<Some[Name]['schema']> | undefined
}

/** The size that a picture is asked for in. */
export type RequestedSize = Pick<RenditionRequest, 'width' | 'height'>

/** Decides by what is known of a picture whether it is dealt. */
export interface FactsTest {
  /**
   * What it takes: the marks that people set, what the file's header says, or the date: pictures
   * without one fail then.
   */
  needs: 'marks' | 'header' | 'date'
  /**
   * @param day the number of the day on which it was taken, since 1970-01-01; @param today likewise.
   * @param tags what images are tagged with.
   */
  matches: (image: Image, day: number, today: number, tags: TagTable) => boolean
}

/** What a condition asks of pictures, with the values of a query. */
export interface Criteria {
  /** The values in one form: the same criteria have the same. Without, it is no part of the key. */
  value?: number | string | readonly string[]
  /** Paths of folders: only from these and those below them. */
  folders?: readonly string[]
  /** Paths of folders: not from these and those below them. */
  excluded?: readonly string[]
  order?: Order
  /** Whether newcomers of a round come before the rest of it. */
  isNewFirst?: true
  /** In seconds: the frame keeps a picture for as long. */
  slotLength?: number
  test?: FactsTest
  /** Whether it is dropped where no picture meets it. A round of such pictures ends with the day. */
  isOfToday?: true
}

/** A condition on the pictures of a frame: everything that the service knows of it. */
export interface Condition<Own extends ParameterRows = ParameterRows> {
  parameters: Own
  /** Gives a sentence where values don't go together. */
  findContradiction?: (values: CheckedValues<Own>) => string | undefined
  /**
   * Gives its criteria; `undefined` for none.
   * @throws INVALID_REQUEST where the size has to be given and is not.
   */
  read: (values: CheckedValues<Own>, size: RequestedSize) => Criteria | undefined
}

/** Checks that a condition is complete; gives `read` the types of its parameters. */
export const condition = <const Own extends ParameterRows>(own: Condition<Own>): Condition<Own> =>
  own
