import { z } from 'zod'
import { invalidRequest } from '../../errors.ts'
import { condition, type RequestedSize } from './condition.ts'

/** By the size as displayed; square pictures are both. */
export const orientation = condition({
  parameters: {
    orientation: {
      schema: z.enum(['landscape', 'portrait', 'match']),
      takes: 'landscape, portrait or match',
      description:
        'Only images of this orientation, as displayed; square ones have both. `match` takes that of ' +
        '`width` and `height`, which are then required.',
      example: 'match',
      label: 'Orientation',
      control: {
        '': 'Any',
        match: 'Same as the screen',
        landscape: 'Landscape only',
        portrait: 'Portrait only',
      },
      inWords: '{}',
    },
  },
  read: (values, size) => {
    const wanted = values.orientation === 'match' ? orientationOf(size) : values.orientation
    if (wanted === undefined) return undefined
    return {
      value: wanted,
      test: {
        needs: 'header',
        matches: ({ width, height }) =>
          wanted === 'landscape' ? width >= height : width <= height,
      },
    }
  },
})

function orientationOf({ width, height }: RequestedSize): 'landscape' | 'portrait' | undefined {
  if (width === undefined || height === undefined) {
    throw invalidRequest(
      'Give a size with "orientation=match": "width" and "height", or the headers of a display.',
    )
  }
  if (width === height) return undefined
  return width > height ? 'landscape' : 'portrait'
}
