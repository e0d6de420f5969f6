import { z } from 'zod'
import { count, countsSchema, named, orNull, summarySchema, textLike } from '../../library/types.ts'
import type { Dependencies } from '../dependencies.ts'
import { wantedLanguages } from '../request/accept.ts'
import { adminAnswer, publicAnswer } from '../response/json-response.ts'
import { sendSlideshow } from '../response/page-file.ts'
import { qrCodeOf } from '../response/qr-code.ts'
import { maxFileSizeSchema, pageAnswer, read } from '../openapi/docs.ts'
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
        const summary = await c.env.withLongIdleTimeout(() => collection.summary())
        const heifDecoder = collection.parts.decoder?.program ?? null
        const { maxFileSize } = config
        return adminAnswer({ authenticated: true as const, ...summary, maxFileSize, heifDecoder })
      },
      answers: () => read(adminSummarySchema()),
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
      answers: () => read(healthSchema()),
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
        const { code, toSvgDataURL } = await qrCodeOf(`${url}admin`)
        return publicAnswer({ url, qr: toSvgDataURL(code) })
      },
      answers: () => read(addressSchema()),
    })
    .add('GET /api/tags', {
      who: 'public',
      id: 'listTags',
      summary: 'List tags and people',
      description:
        'The tags and names that programs have written into images as XMP data, with how many images that are ' +
        'not hidden have each. The most frequent come first; at most 2,000.',
      handle: async () => publicAnswer({ tags: await collection.tags() }),
      answers: () => read(tagsSchema()),
      failures: ['FILE_SYSTEM_ERROR'],
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

const adminSummarySchema = () =>
  summarySchema()
    .extend({
      authenticated: z.literal(true),
      maxFileSize: maxFileSizeSchema(),
      heifDecoder: orNull(
        z.string(),
        'The program that decodes HEIC and AVIF; null where there is none.',
        '/usr/bin/heif-convert',
      ),
    })
    .meta({ id: 'AdminSummary' })

const healthSchema = () =>
  countsSchema()
    .extend({
      status: z.literal('ok'),
      indexed: count().describe(
        'Images whose header has been read. Reaches `totalImages` some time after the first start.',
      ),
    })
    .meta({ id: 'Health' })

const tagsSchema = () =>
  z
    .object({ tags: z.array(z.object({ tag: textLike('Anna'), imageCount: z.int().positive() })) })
    .meta({ id: 'Tags' })

const addressSchema = () =>
  named('Address', {
    url: textLike('http://192.168.1.20:3000/', 'The address of the service, for other devices.'),
    qr: textLike(
      'data:image/svg+xml;base64,PHN2ZyB4…',
      'A QR code that leads to `/admin`: a `data:` URL of an SVG image.',
    ),
  })
