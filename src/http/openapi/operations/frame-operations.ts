import { z } from 'zod'
import { renditionSchema, sideSchema } from '../../request/rendition-query.ts'
import { folderListingSchema } from '../../../collection/types.ts'
import { badRendition } from '../../request/rendition-query.ts'
import { dealtImageSchema } from '../../response/schemas.ts'
import { listFoldersSchema } from '../../routes/folders.ts'
import { randomImageSchema } from '../../routes/random.ts'
import type { HeaderObject } from '../openapi-types.ts'
import { fields, header, picture, told, type Operation } from '../operation.ts'

const size = 'Scale to so many pixels; with `fit=contain` to fit inside, without being enlarged.'
const display = 'The display, where the query does not tell the size. What is no size is ignored.'
const renditionNotes = {
  width: { description: size, example: 800 },
  height: { description: size, example: 480 },
  fit: {
    description:
      '`contain` fits the picture inside the size. `cover` and `pad` need both sides and give exactly ' +
      'that size, enlarged where needed: `cover` cuts off what is too much, `pad` adds bars.',
    example: 'cover',
  },
  background: {
    description:
      'The colour of the bars of `pad`, black unless told, and of what is behind a transparent ' +
      'picture where the format has no transparency, white unless told.',
    example: '202020',
  },
  format: {
    description: 'The format to send; the own one unless told, PNG with `palette`.',
    example: 'jpeg',
  },
  palette: {
    description:
      'Nothing but the colours of an e-paper panel: greys, or those of Spectra 6 and ACeP 7. Written ' +
      'are the pure colours; mixed are those that the panel shows. Only with PNG and BMP.',
    example: 'spectra6',
  },
  dither: {
    description: 'How the colours of `palette` are mixed, `floyd-steinberg` unless told.',
    example: 'atkinson',
  },
  quality: {
    description: 'The quality of what is scaled or converted, 80 unless told.',
    example: 80,
  },
}
const ifNoneMatch = {
  description: 'The `ETag` of the picture that is there: 304 if it is the one.',
}
const etag = header('Differs whenever the bytes do.')

const contentRange = header('Which bytes of how many.')

/** What a `Range` header leads to. */
const ranges = (headers: Record<string, HeaderObject>) => ({
  206: {
    description: 'The part that `Range` asked for.',
    headers: { ...headers, 'Content-Range': contentRange },
    content: picture,
  },
  416: {
    description: 'The picture ends before the part that `Range` asked for. There is no body.',
    headers: { 'Content-Range': contentRange },
  },
})

const badSize = {
  when: 'A bad value in the query, or a picture that can not be scaled.',
  sentence: badRendition().message,
}

export const dealImage = {
  id: 'dealImage',
  tag: 'Frames',
  summary: 'The next picture for a frame',
  description:
    'Deals pictures like cards: of a folder and those below it, every one comes once, in random ' +
    'order, before any comes again. The answer tells of the picture, or is the picture: with ' +
    '`as=image`, with an `Accept` header that prefers `image/*` to JSON, or with the headers of a ' +
    'display and no `Accept` header. `as` decides over them. An `Accept` header that names one format ' +
    'alone, such as `image/png`, also chooses it where the query does not.',
  query: fields(randomImageSchema, {
    folder: {
      description: 'Only from this folder and those below it, or from any of several.',
      example: '2024/summer',
    },
    exclude: {
      description: 'Not from this folder nor those below it, nor from any of several.',
      example: 'Receipts',
    },
    frame: {
      description: 'A name for this frame. With each combination of conditions it has own rounds.',
      example: 'hall',
    },
    orientation: {
      description:
        'By the size as displayed; square pictures are both. `match` takes that of the size asked ' +
        'for, which has to be told.',
      example: 'match',
    },
    from: { description: 'Taken on this day or later.', example: '2024-01-01' },
    to: { description: 'Taken on this day or earlier.', example: '2024-12-31' },
    since: { description: 'Taken in the last so many days, at most `3650d`.', example: '365d' },
    on: {
      description:
        'Taken on this day of any year. Where no picture is, all that the other conditions leave ' +
        'are dealt, with the header `X-Fallback: on`.',
      example: 'today',
    },
    days: {
      description: 'With `on`: or up to so many days before or after it, at most 31.',
      example: 3,
    },
    order: {
      description: 'The order within a round, by date or by path; `shuffle` unless told.',
      example: 'newest',
    },
    every: {
      description:
        'Changes the picture only so often: whoever asks with the same frame and conditions gets ' +
        'the same one until the end of the time slot. Slots begin at local midnight; `1m` to `30d`.',
      example: '1h',
    },
    as: { description: 'What to answer with.', example: 'json' },
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
      'X-Display-Orientation': { description: 'How the display hangs.', example: 'landscape' },
      'If-None-Match': ifNoneMatch,
      Prefer: {
        description:
          '`handling=lenient`: NO_IMAGES_AVAILABLE comes with status 200, for pages that ask until ' +
          'there are some. Browsers log every 404.',
      },
    },
  ),
  answers: {
    200: {
      description: 'Where the picture is, or the picture.',
      headers: {
        'Cache-Control': header(
          '`no-store`: the next answer is another picture. With `every` it is `no-cache`.',
        ),
        ETag: header('With `every`, and of a picture that is sent. Differs with the bytes.', false),
        'Last-Modified': header('With `every`: when the picture was dealt.', false),
        'X-Next-Change': header('With `every`: the seconds until the next picture.', false),
        'X-Fallback': header('`on` where no picture is of this day.', false),
        'X-Version': header('The version of the service.'),
        'Preference-Applied': header('`handling=lenient` with NO_IMAGES_AVAILABLE.', false),
        'Content-Disposition': header('The name to save a picture by that is sent.', false),
        'Content-Location': header('Where a picture that is sent can be had again.', false),
        'X-Image-Path': header('The path of a picture that is sent, percent-encoded.', false),
      },
      content: {
        ...told(dealtImageSchema, {
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
        ...picture,
      },
    },
    ...ranges({ ETag: etag }),
    304: {
      description: 'The frame has this picture already.',
      headers: {
        ETag: etag,
        'X-Next-Change': header('With `every`: the seconds until the next picture.', false),
      },
    },
  },
  failures: ['INVALID_REQUEST', 'NO_IMAGES_AVAILABLE', 'BUSY', 'FILE_SYSTEM_ERROR'],
  failureNotes: { INVALID_REQUEST: badSize },
} satisfies Operation

const fileHeaders = {
  ETag: etag,
  'Last-Modified': header('When the original last changed.'),
  'Cache-Control': header('`no-cache`: to be asked for again, with `If-None-Match`.'),
  'Content-Disposition': header('The name to save the picture by.'),
}

export const sendImage = {
  id: 'sendImage',
  tag: 'Frames',
  summary: 'A picture itself',
  description:
    'The file as it is, or scaled. The path is one of the collection, percent-encoded; its slashes ' +
    'may stay as they are. `url` of the next picture is such an address.',
  path: fields(z.object({ path: z.string() }), {
    path: { description: 'The path of the image.', example: '2024/summer/beach.jpg' },
  }),
  query: fields(renditionSchema, renditionNotes),
  headers: fields(
    z.object({
      'If-None-Match': z.string().optional(),
      'If-Modified-Since': z.string().optional(),
      Range: z.string().optional(),
      'If-Range': z.string().optional(),
    }),
    {
      'If-None-Match': ifNoneMatch,
      'If-Modified-Since': { description: 'The same by `Last-Modified`, for want of an `ETag`.' },
      Range: { description: 'Part of the picture.', example: 'bytes=0-1023' },
      'If-Range': { description: 'The `ETag` that the part has to be of; else all is sent.' },
    },
  ),
  answers: {
    200: {
      description: 'The picture, as the type that its content has.',
      headers: fileHeaders,
      content: picture,
    },
    ...ranges(fileHeaders),
    304: { description: 'The client has this picture already.', headers: fileHeaders },
  },
  failures: ['INVALID_REQUEST', 'IMAGE_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
  failureNotes: { INVALID_REQUEST: badSize },
} satisfies Operation

export const listFolder = {
  id: 'listFolder',
  tag: 'Frames',
  summary: 'What is in a folder',
  description: 'The folders and images directly in a folder, sorted as people sort names.',
  query: fields(listFoldersSchema, {
    path: { description: 'The folder; the root unless told.', example: '2024/summer' },
  }),
  answers: {
    200: {
      description: 'The folder.',
      content: told(folderListingSchema, {
        currentPath: '2024',
        parentPath: '',
        folders: [
          {
            name: 'summer',
            path: '2024/summer',
            imageCount: 2,
            subfolderCount: 0,
            lastModified: '2026-11-20T22:16:54.240Z',
          },
        ],
        images: [
          {
            name: 'garden.jpg',
            path: '2024/garden.jpg',
            size: 251_800,
            dimensions: { width: 1800, height: 1200 },
            taken: '2024-07-14T18:30:05',
            lastModified: '2026-11-20T22:16:54.239Z',
          },
        ],
        totalFolders: 1,
        totalImages: 1,
      }),
    },
  },
  failures: ['FOLDER_NOT_FOUND', 'FILE_SYSTEM_ERROR'],
} satisfies Operation
