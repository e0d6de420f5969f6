import type { Parameter } from '../../frames/conditions/condition.ts'
import type { Parameters } from '../../frames/conditions/registry.ts'
import type { slideshowOptions, slideshowValues } from '../../http/request/slideshow-options.ts'

type All = Parameters & typeof slideshowOptions & typeof slideshowValues

/** What a form says of a setting; `{}` in `inWords` stands for its value. */
interface Words {
  label: string
  inWords: string
}

type WordsOf<Row> = Row extends { control: { choices: infer Choices } }
  ? Words & { choices: { [Value in keyof Choices]: string } }
  : Words

/**
 * What forms say of the settings of frames, in place of the English words that stand with each
 * condition and option.
 */
export type SettingMessages = {
  [Name in keyof All]: All[Name] extends Parameter ? WordsOf<All[Name]> : never
}
