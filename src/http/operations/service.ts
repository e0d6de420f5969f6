import { z } from 'zod'
import { pictureFormats } from '../../formats/picture-formats.ts'
import { countsSchema, summarySchema, named } from '../../library/types.ts'
import type { Dependencies } from '../dependencies.ts'
import { wantedLanguages } from '../request/accept.ts'
import { withLongIdleTimeout } from '../request/connection.ts'
import { adminAnswer, publicAnswer } from '../response/json-response.ts'
import { sendSlideshow } from '../response/page-file.ts'
import { pageAnswer, read, orNull } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'

/** The state of the service and of the collection, and the slideshow page. */
export const serviceOperations = ({ collection, config, makePage }: Dependencies) =>
  new Operations('Service')
    .add('GET /api/admin', {
      id: 'summarize',
      tag: 'Admin',
      summary: 'Get the state of the collection',
      description: 'Reads the header of every image, which can take a while the first time.',
      handle: async (c) => {
        // Reading every header of a large collection takes a while the first time.
        const summary = await withLongIdleTimeout(c, () => collection.summary())
        const heifDecoder = collection.parts.decoder?.program ?? null
        const { maxFileSize } = config
        return adminAnswer({ authenticated: true as const, ...summary, maxFileSize, heifDecoder })
      },
      answers: () =>
        read(adminSummarySchema(), {
          authenticated: true,
          totalFolders: 2,
          totalImages: 2,
          totalSize: 347_331,
          maxFileSize: 10_485_760,
          disk: { free: 21_474_836_480, total: 31_138_512_896 },
          heifDecoder: '/usr/bin/heif-convert',
          trash: { totalItems: 3, totalSize: 1_204_224 },
          checked: 2,
          unreadable: [{ path: '2024/text.png', error: pictureFormats.unknownFormat }],
          misnamed: [
            { path: '2024/shot.jpg', error: 'holds a PNG picture: its name should end in .png' },
          ],
        }),
      failures: ['FILE_SYSTEM_ERROR'],
    })
    .add('GET /api/health', {
      who: 'public',
      id: 'health',
      summary: 'Check that the service is up',
      description: 'Answers from memory, without access to the disk.',
      handle: () => {
        const indexed = collection.parts.tree.indexedCount
        return publicAnswer({ status: 'ok' as const, ...collection.counts(), indexed })
      },
      answers: () =>
        read(healthSchema(), {
          status: 'ok',
          totalFolders: 2,
          totalImages: 2,
          indexed: 2,
        }),
    })
    .add('GET /api/address', {
      who: 'public',
      id: 'address',
      summary: 'Get the address for other devices',
      description:
        'The address of this request; for `localhost`, that of the computer in its network. The QR code ' +
        'leads to the page where images are added.',
      handle: async (c) => {
        const url = `${c.env.reachableUrl(config.host)}/`
        return publicAnswer({ url, qr: await qrCodeOf(`${url}admin`) })
      },
      answers: () =>
        read(addressSchema(), {
          url: 'http://192.168.1.20:3000/',
          qr: 'data:image/svg+xml;base64,PHN2ZyB4…',
        }),
    })
    .add('GET /api/tags', {
      who: 'public',
      id: 'listTags',
      summary: 'List tags and people',
      description:
        'The tags and names that programs have written into images as XMP data, with how many images that are ' +
        'not hidden have each. The most frequent come first; at most 2,000.',
      handle: async () => publicAnswer({ tags: await collection.tags() }),
      answers: () => read(tagsSchema(), { tags: [{ tag: 'Anna', imageCount: 2 }] }),
    })
    .add('GET /', {
      who: 'anybody',
      id: 'slideshow',
      summary: 'Show the slideshow',
      description:
        'A page that shows the images full-screen. Its address takes the conditions of the next image, and ' +
        '`seconds`, `fit`, `layout`, `background`, `caption`, `place`, `clock`, `zoom` and `quiet`, which it ' +
        'reads by itself. It names what it does not understand.',
      handle: async (c) =>
        sendSlideshow(c, await makePage(wantedLanguages(c.req.header('accept-language')))),
      answers: () => pageAnswer(),
    })

/** An image for `src`. The library is loaded when a frame has nothing to show, which is rare. */
async function qrCodeOf(text: string): Promise<string> {
  const [{ generate }, { toSvgDataURL }] = await Promise.all([
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ])
  return toSvgDataURL(generate(text))
}

const adminSummarySchema = () =>
  summarySchema()
    .extend({
      authenticated: z.literal(true),
      maxFileSize: z.int().positive().describe('The largest upload of a file, in bytes.'),
      heifDecoder: orNull(
        z.string(),
        'The program that decodes HEIC and AVIF; null where there is none.',
      ),
    })
    .meta({ id: 'AdminSummary' })

const healthSchema = () =>
  countsSchema()
    .extend({
      status: z.literal('ok'),
      indexed: z
        .int()
        .nonnegative()
        .describe(
          'Images whose header has been read. Reaches `totalImages` some time after the first start.',
        ),
    })
    .meta({ id: 'Health' })

const tagsSchema = () =>
  z
    .object({ tags: z.array(z.object({ tag: z.string(), imageCount: z.int().positive() })) })
    .meta({ id: 'Tags' })

const addressSchema = () =>
  named('Address', {
    url: z.string().describe('The address of the service, for other devices.'),
    qr: z.string().describe('A QR code that leads to `/admin`: a `data:` URL of an SVG image.'),
  })
