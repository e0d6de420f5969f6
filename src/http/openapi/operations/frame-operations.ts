import { z } from 'zod'
import {
  badFile,
  badRendition,
  fileSchema,
  sideSchema,
} from '../../request/frame/rendition-query.ts'
import { dealtImageSchema } from '../../response/schemas.ts'
import { conditionNotes } from '../../../frames/conditions/registry.ts'
import { pictureSchema } from '../../request/frame/plan.ts'
import type { HeaderObject } from '../openapi-types.ts'
import { fields, header, imageResponse, jsonContent, type Operation } from '../operation.ts'

const size =
  'Scale to this many pixels. With `fit=contain` the image fits inside and is never enlarged.'
const display =
  'The size of the display, used where the query has no size. Invalid values are ignored.'
const renditionNotes = {
  width: { description: size, example: 800 },
  height: { description: size, example: 480 },
  fit: {
    description:
      '`contain` (default) fits the image inside the size. `cover` and `pad` need `width` and `height` ' +
      'and give exactly that size, enlarging if needed: `cover` crops, `pad` adds bars.',
    example: 'cover',
  },
  background: {
    description:
      'The colour of the bars of `pad` (default black), and behind transparency where the format has ' +
      'none (default white).',
    example: '202020',
  },
  format: {
    description: 'The format to send. Default: the format of the image; PNG with `palette`.',
    example: 'jpeg',
  },
  palette: {
    description:
      'Use only the colours of an e-paper panel: greys, Spectra 6 or ACeP 7. The image holds the pure ' +
      'colours, dithered for those that the panel shows. PNG and BMP only.',
    example: 'spectra6',
  },
  dither: {
    description: 'How to dither to `palette`. Default: `floyd-steinberg`.',
    example: 'atkinson',
  },
  panel: {
    description:
      'What the panel really shows for each colour of `palette`, measured, in place of what is known of ' +
      'its kind: black, white, yellow, red, blue, green and, for ACeP 7, orange.',
    example: '020202,bec8c8,cdca00,871300,05409e,27663c',
  },
  bytes: {
    description:
      'The most bytes that an image with a `palette` may have. Its pattern gets coarser where it ' +
      'would take more. Where the coarsest takes more, the answer is `INVALID_REQUEST`.',
    example: 90_000,
  },
  quality: {
    description: 'The quality of a scaled or converted image. Default: 80.',
    example: 80,
  },
}
const ifNoneMatch = {
  description: 'The `ETag` of the image that the client has: 304 if it is unchanged.',
}
const etag = header('Changes whenever the bytes do.')

const contentRange = header('The bytes sent, and the total.')

/** What a `Range` header leads to. */
const ranges = (headers: Record<string, HeaderObject>) => ({
  206: {
    description: 'The range that `Range` asked for.',
    headers: { ...headers, 'Content-Range': contentRange },
    content: imageResponse,
  },
  416: {
    description: 'The image ends before the range. There is no body.',
    headers: { 'Content-Range': contentRange },
  },
})

const badSize = {
  when: 'A value in the query is invalid, or the image can not be scaled.',
  sentence: badRendition().message,
}

export const dealImage = {
  id: 'dealImage',
  tag: 'Frames',
  summary: 'Get the next image for a frame',
  description:
    'Deals images like cards: each image of the folder and the folders below it comes once, in random ' +
    'order, before any comes again.\n\n' +
    'The answer is JSON, or the image itself: with `as=image`, with an `Accept` header that prefers ' +
    '`image/*` to JSON, or with the headers of a display and no `Accept` header. `as` takes precedence. ' +
    'An `Accept` header of a single format, such as `image/png`, also sets `format`.',
  query: fields(pictureSchema, {
    frame: {
      description:
        'The name of the frame. Each combination of frame and conditions has its own rounds.',
      example: 'hall',
    },
    ...conditionNotes,
    partner: {
      description:
        'An image to show beside another one of the same frame, `1` to `9`. Each number has rounds and ' +
        'time slots of its own.',
      example: '1',
    },
    caption: {
      description: 'What stands on the image. With `description` among them, the answer has it.',
      example: 'date,description',
    },
    looks: {
      description:
        'The names of what the address of a slideshow page sets itself, such as `seconds`. They are kept ' +
        'with the conditions of the frame: settings of these names do not count for it.',
      example: 'seconds,clock',
    },
    as: { description: 'The kind of answer.', example: 'json' },
    ...renditionNotes,
  }),
  headers: fields(
    z.object({
      'X-Display-Width': sideSchema,
      'X-Display-Height': sideSchema,
      'X-Display-Orientation': z.enum(['landscape', 'portrait']).optional(),
      'If-None-Match': z.string().optional(),
      Prefer: z.string().optional(),
    }),
    {
      'X-Display-Width': { description: display, example: 800 },
      'X-Display-Height': { description: display, example: 480 },
      'X-Display-Orientation': {
        description: 'The orientation of the display.',
        example: 'landscape',
      },
      'If-None-Match': ifNoneMatch,
      Prefer: {
        description:
          '`handling=lenient` answers `NO_IMAGES_AVAILABLE` with status 200, for pages that ask again and ' +
          'again: browsers log every 404.',
      },
    },
  ),
  answers: {
    200: {
      description: 'The address of the image, or the image.',
      headers: {
        'Cache-Control': header(
          '`no-store`: the next answer is another image. With `every`: `no-cache`.',
        ),
        ETag: header('Of an image, and with `every`. Changes whenever the bytes do.', false),
        'Last-Modified': header('With `every`: when the image was dealt.', false),
        'X-Next-Change': header('With `every`: the seconds until the next image.', false),
        'X-Fallback': header('`on` if no image is of this day.', false),
        'X-Screen': header('`off` where the screen of the frame is off.', false),
        'X-Version': header('The version of the service.'),
        'Preference-Applied': header('`handling=lenient`, with `NO_IMAGES_AVAILABLE`.', false),
        'Content-Disposition': header('Of an image: the name to save it by.', false),
        'Content-Location': header('Of an image: its address.', false),
        'X-Image-Path': header('Of an image: its path, percent-encoded.', false),
      },
      content: {
        ...jsonContent(dealtImageSchema, {
          imagePath: '/uploads/2024/summer/beach.jpg',
          fileName: 'beach.jpg',
          folder: '2024/summer',
          url: '/uploads/2024/summer/beach.jpg?width=800&height=480',
          metadata: {
            size: 347_327,
            dimensions: { width: 1800, height: 1200 },
            taken: '2024-07-14T18:30:05',
            lastModified: '2026-11-20T22:16:54.239Z',
          },
        }),
        ...imageResponse,
      },
    },
    ...ranges({ ETag: etag }),
    304: {
      description: 'The frame has this image already.',
      headers: {
        ETag: etag,
        'X-Next-Change': header('With `every`: the seconds until the next image.', false),
      },
    },
  },
  failures: ['INVALID_REQUEST', 'NO_IMAGES_AVAILABLE', 'BUSY', 'FILE_SYSTEM_ERROR'],
  failureNotes: { INVALID_REQUEST: badSize },
} satisfies Operation

const fileHeaders = {
  ETag: etag,
  'Last-Modified': header('When the original last changed.'),
  'Cache-Control': header('`no-cache`: ask again, with `If-None-Match`.'),
  'Content-Disposition': header('The name to save the image by.'),
}

export const sendImage = {
  id: 'sendImage',
  tag: 'Frames',
  summary: 'Get an image',
  description:
    'Sends the original, or a rendition of it. The path is percent-encoded; slashes may stay as they ' +
    'are. The `url` of a dealt image is such an address.',
  path: fields(z.object({ path: z.string() }), {
    path: { description: 'The path of the image.', example: '2024/summer/beach.jpg' },
  }),
  query: fields(fileSchema, {
    ...renditionNotes,
    thumbnail: {
      description:
        '`embedded`, and nothing else: the small JPEG that the camera has put into the EXIF data of a ' +
        'JPEG, turned as the image. It costs one read, so it can be shown while a rendition is made. ' +
        '`meanwhile`, with a rendition: the same while the rendition is not made, where the image has ' +
        'one; ask without it to have the rendition made.',
      example: 'embedded',
    },
  }),
  headers: fields(
    z.object({
      'If-None-Match': z.string().optional(),
      'If-Modified-Since': z.string().optional(),
      Range: z.string().optional(),
      'If-Range': z.string().optional(),
    }),
    {
      'If-None-Match': ifNoneMatch,
      'If-Modified-Since': {
        description: 'Like `If-None-Match`, by `Last-Modified`. Ignored where both are sent.',
      },
      Range: { description: 'A single range of bytes.', example: 'bytes=0-1023' },
      'If-Range': {
        description:
          'The `ETag` or `Last-Modified` that the range belongs to. If it has changed, the whole is sent.',
      },
    },
  ),
  answers: {
    200: {
      description: 'The image. Its `Content-Type` is that of its content.',
      headers: fileHeaders,
      content: imageResponse,
    },
    ...ranges(fileHeaders),
    304: { description: 'The client has this image already.', headers: fileHeaders },
  },
  failures: ['INVALID_REQUEST', 'IMAGE_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
  failureNotes: {
    INVALID_REQUEST: { ...badSize, sentence: badFile().message },
    IMAGE_NOT_FOUND: {
      when: 'There is no such image, or no thumbnail in it, or it is damaged.',
      sentence: 'The image has no thumbnail in it. Give a "width".',
    },
  },
} satisfies Operation
