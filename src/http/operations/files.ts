import { z } from 'zod'
import { AppError, invalidRequest, isFailure } from '../../errors.ts'
import { imageFactsSchema, textLike } from '../../library/types.ts'
import { isRendition } from '../../pixels/request.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  header,
  imageRanges,
  imageRequestHeaders,
  imageResponse,
  read,
  optional,
} from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import { rawTarget } from '../request/client.ts'
import {
  checkRendition,
  renditionSchema,
  renditionSentence,
} from '../request/frame/rendition-query.ts'
import { listedPath, picturePathOf } from '../request/picture-url.ts'
import { contentDisposition } from '../response/content-disposition.ts'
import { publicAnswer } from '../response/json-response.ts'
import { sendImage } from '../response/send-image.ts'

/** How often a rendition is tried of a file that is replaced again and again. */
const maxTries = 8

const badThumbnail =
  'Give "thumbnail" once: as embedded alone, or as meanwhile with a size or a format.'

/** `/api/images/facts` and `/uploads/…`: what an image says, and its bytes, a rendition or its thumbnail. */
export const fileOperations = ({ collection }: Dependencies) =>
  new Operations('Frames')
    .add('GET /api/images/facts', {
      who: 'public',
      id: 'imageFacts',
      summary: 'Get the facts of an image',
      description:
        'What the folder lists of it, and the camera, which is read from the file. A place (GPS) is never ' +
        'told.',
      query: () =>
        z.object({
          path: textLike('2024/summer/beach.jpg', 'The path as listed.'),
        }),
      invalid: () => new AppError('IMAGE_NOT_FOUND', 'Name one image with "path".'),
      handle: async (_, { path }) => publicAnswer(await collection.facts(listedPath(path))),
      answers: () => read(imageFactsSchema()),
      failures: ['IMAGE_NOT_FOUND', 'FILE_SYSTEM_ERROR'],
    })
    .add('GET /uploads/:path', {
      who: 'public',
      id: 'sendImage',
      summary: 'Get an image',
      description:
        'Sends the original, or a rendition of it. The path is percent-encoded; slashes may stay as they ' +
        'are. The `url` of a dealt image is such an address.',
      headers: () => z.object(imageRequestHeaders()),
      query: () =>
        renditionSchema().extend({
          thumbnail: optional(
            z.enum(['embedded', 'meanwhile']),
            '`embedded`, and nothing else: the small JPEG that the camera has put into the EXIF data of a ' +
              'JPEG, turned as the image. It costs one read, so it can be shown while a rendition is made. ' +
              '`meanwhile`, with a rendition: the same while the rendition is not made, where the image has ' +
              'one; ask without it to have the rendition made.',
            'embedded',
          ),
        }),
      invalid: (error) =>
        invalidRequest(renditionSentence(String(error?.issues[0]?.path[0])) ?? badThumbnail),
      handle: async (c, { thumbnail, ...request }) => {
        checkRendition(request)
        if (thumbnail !== undefined && isRendition(request) !== (thumbnail === 'meanwhile')) {
          throw invalidRequest(badThumbnail)
        }
        const { opener, clock } = collection.parts
        const path = picturePathOf(rawTarget(c.req.raw).path)
        for (let tries = 1; ; tries += 1) {
          const file = path === undefined ? undefined : await opener.open(path, request, thumbnail)
          if (file === undefined || path === undefined) throw new AppError('IMAGE_NOT_FOUND')
          c.set('image', path)
          // Never later than the answer itself (RFC 9110, 8.8.2.1).
          const modified = new Date(Math.min(file.mtimeMs, clock())).toUTCString()
          const headers = {
            'Cache-Control': 'no-cache',
            'Content-Disposition': contentDisposition(path, file.mediaType),
            'Last-Modified': modified,
          }
          try {
            return await sendImage(c, file, headers)
          } catch (error) {
            // It was turned or replaced before its rendition could be made: then that of what is there now is sent.
            if (!isFailure('IMAGE_NOT_FOUND')(error) || tries === maxTries) throw error
          }
        }
      },
      answers: () => {
        const headers = {
          ETag: header('Changes whenever the bytes do.'),
          'Last-Modified': header('When the original last changed.'),
          'Cache-Control': header('`no-cache`: ask again, with `If-None-Match`.'),
          'Content-Disposition': header('The name to save the image by.'),
        }
        return {
          200: {
            description: 'The image. Its `Content-Type` is that of its content.',
            headers,
            content: imageResponse,
          },
          ...imageRanges(headers),
          304: { description: 'The client has this image already.', headers },
        }
      },
      failures: ['INVALID_REQUEST', 'IMAGE_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
    })
