import { z } from 'zod'
import { maxTagLength } from '../../formats/xmp/xmp-tags.ts'
import { foldText } from '../../library/order/fold-text.ts'
import { condition } from './condition.ts'

/** How many tags may be named. */
const maxTags = 16

const tagText = () =>
  z
    .string()
    .refine((text) => text.trim() !== '')
    .max(maxTagLength)

/** Only what is about some things, or shows some people. */
export const tag = condition({
  parameters: {
    tag: {
      schema: z.union([tagText(), z.array(tagText()).max(maxTags)]),
      takes: `a tag or the name of a person, up to ${maxTags} times`,
      isList: true,
      description:
        'Only images with this tag, or of this person, as their XMP data say; with any of them where it ' +
        'is repeated. Case and accents do not count.',
      example: 'Anna',
      label: 'Tag',
      control: 'tag',
      inWords: 'tagged {}',
    },
  },
  read: ({ tag: values = [] }) => {
    const tags = [...new Set([values].flat().map((text) => foldText(text.trim())))].toSorted()
    if (tags.length === 0) return undefined
    return {
      value: tags,
      test: {
        needs: 'header',
        matches: ({ serial }, _day, _today, all) => all.hasAny(serial, tags),
      },
    }
  },
})
