import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { textLike } from '../../library/types.ts'
import {
  deletionResultSchema,
  markResultSchema,
  moveResultSchema,
  rotationResultSchema,
} from '../../uploads/results.ts'
import { newFolderPath } from '../../collection/changes.ts'
import { deleteImages, markImages, moveImages } from '../../uploads/change-images.ts'
import type { Dependencies } from '../dependencies.ts'
import { changed, optional } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import { change } from '../request/connection.ts'
import { asSent, listedPath } from '../request/picture-url.ts'
import { doneAnswer } from '../response/json-response.ts'

/** Bounds the work of one request; the body's own limit allows more short paths than this. */
const maxPaths = 10_000

const imagesSchema = () =>
  z
    .array(z.string())
    .min(1)
    .max(maxPaths)
    .meta({
      description: 'Paths as listed, or as in `imagePath` of a dealt image.',
      examples: [['2024/summer/beach.jpg', '2024/none.jpg']],
    })

/** `/api/images`: deletes, marks, rotates and moves images. */
export const imageOperations = ({ collection }: Dependencies) =>
  new Operations()
    .add('DELETE /api/images', {
      id: 'deleteImages',
      summary: 'Delete images',
      description:
        'Deletes images permanently. A path that is not an image is reported as `not_found`; the others ' +
        'are deleted.',
      json: () =>
        z.object({
          images: imagesSchema(),
        }),
      invalid: () => new AppError('MISSING_IMAGES_PARAMETER'),
      handle: async (c, { images }) => {
        const result = await change(c, collection, deleteImages, images.map(listedPath))
        const data = { ...result, deletedImages: asSent(result.deletedImages, images) }
        return doneAnswer(data, `Deleted ${result.totalDeleted} of ${images.length} images.`)
      },
      answers: () => changed(deletionResultSchema(), 'Deleted 1 of 2 images.'),
      failures: ['MISSING_IMAGES_PARAMETER'],
    })
    .add('POST /api/images/marks', {
      id: 'markImages',
      summary: 'Mark images',
      description:
        'Frames never get what is hidden, and with `favourites=only` nothing but favourites. A mark stays ' +
        'when the image is moved.',
      json: () =>
        z
          .object({
            images: imagesSchema(),
            hidden: optional(z.boolean(), 'Whether frames never get it.'),
            favourite: optional(z.boolean(), 'Whether it is a favourite.', true),
            waiting: optional(
              z.literal(false),
              '`false` says yes to pictures that wait for that: frames get them, unless `hidden` is `true`.',
            ),
          })
          .refine((marks) =>
            [marks.hidden, marks.favourite, marks.waiting].some((each) => each !== undefined),
          ),
      invalid:
        'Send JSON with "images", a list of 1 to 10,000 image paths, and "hidden" or "favourite" as true or false, or "waiting" as false.',
      handle: async (c, { images, ...marks }) => {
        const result = await change(c, collection, markImages, images.map(listedPath), marks)
        const data = { ...result, markedImages: asSent(result.markedImages, images) }
        return doneAnswer(data, `Marked ${result.totalMarked} of ${images.length} images.`)
      },
      answers: () => changed(markResultSchema(), 'Marked 1 of 2 images.'),
      failures: ['BUSY'],
    })
    .add('POST /api/images/rotate', {
      id: 'rotateImages',
      summary: 'Rotate images',
      description:
        'Turns JPEGs by their EXIF orientation: the pixels stay as they are, byte for byte, and so do ' +
        'names, dates, marks and places in the rounds of frames. `lastModified` grows by 2 s, so that ' +
        'caches notice. An image of another format is `unsupported`, with the `reason`: `wrong_format`, ' +
        '`no_room` (its EXIF data take no more) or `damaged`.',
      json: () =>
        z.object({
          images: imagesSchema().meta({
            examples: [['2024/summer/beach.jpg', '2024/none.jpg', '2024/tower.png']],
          }),
          turn: z.literal([90, 180, 270]).describe('Degrees clockwise: 90, 180 or 270.'),
        }),
      invalid:
        'Send JSON with "images", a list of 1 to 10,000 image paths, and "turn" as 90, 180 or 270.',
      handle: async (c, { images, turn }) => {
        const paths = images.map(listedPath)
        const result = await c.env.withLongIdleTimeout(() =>
          collection.changes.rotateImages(paths, turn, c.get('permission')),
        )
        const data = { ...result, rotatedImages: asSent(result.rotatedImages, images) }
        return doneAnswer(data, `Rotated ${result.totalRotated} of ${images.length} images.`)
      },
      answers: () => changed(rotationResultSchema(), 'Rotated 1 of 3 images.'),
    })
    .add('POST /api/images/move', {
      id: 'moveImages',
      summary: 'Move images',
      description:
        'Moves images into a folder, which is created where it is missing. A taken name is numbered as ' +
        'for uploads. A frame sees a moved image once a round, as before.',
      json: () =>
        z.object({
          images: imagesSchema(),
          folder: textLike('Holidays', 'Where to move them; empty for the root.'),
        }),
      invalid: () =>
        new AppError(
          'MISSING_IMAGES_PARAMETER',
          'Send JSON with "images", a list of 1 to 10,000 image paths, and the "folder" to move them to.',
        ),
      handle: async (c, { images, folder }) => {
        const segments = newFolderPath(folder)
        const result = await change(c, collection, moveImages, images.map(listedPath), segments)
        const data = { ...result, movedImages: asSent(result.movedImages, images) }
        return doneAnswer(data, `Moved ${result.totalMoved} of ${images.length} images.`)
      },
      answers: () => changed(moveResultSchema(), 'Moved 1 of 2 images.'),
      failures: ['MISSING_IMAGES_PARAMETER', 'INVALID_FOLDER_NAME'],
    })
