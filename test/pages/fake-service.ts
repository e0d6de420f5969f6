import { Hono } from 'hono'
import { sendSlideshow } from '../../src/http/response/page-file.ts'
import { slideshowPage } from '../support/slideshow-page.ts'

const page = new Hono().get('/', (c) => sendSlideshow(c, slideshowPage))

const failure = (code: string, status = 200) =>
  Response.json({ success: false, error: 'Not so.', code }, { status })

export const noImages = () => failure('NO_IMAGES_AVAILABLE', 404)

interface Size {
  width: number
  height: number
}

/** The service as the page sees it: deals a new picture each time, writes down what is asked. */
export class FakeService {
  readonly asked: URL[] = []
  dealt = 0
  random: (url: URL) => Response | Promise<Response> = (url) => this.deal(url)
  picture: (url: URL) => Response | Promise<Response> = (url) => this.rendition(url)
  /** What the pictures are like, by number. */
  sizeOf: (number: number) => Size = () => ({ width: 3000, height: 2000 })
  colourOf = (number: number) => `hsl(${(number * 77) % 360},70%,50%)`
  metadataOf: (number: number) => object = () => ({})
  /** Where they are, by number, if not in their usual folder. */
  placeOf: (number: number) => { fileName?: string; folder?: string; description?: string } =
    () => ({})
  steering: {
    settings: object
    show: { path: string } | null
    next: number
    screen?: 'on' | 'off'
    screenUntil?: string | null
  } = { settings: {}, show: null, next: 0 }
  steered: () => Response = () =>
    Response.json({ success: true, data: { name: 'hall', ...this.steering } })
  frames: () => Response = () => failure('AUTHENTICATION_REQUIRED')
  /** The code of the invitation that is set for a frame. */
  code: () => Response | Promise<Response> = () => new Response('not found', { status: 404 })
  /** What comes along with each picture that is dealt. */
  headers: Record<string, string> = {}
  #server: Bun.Server<undefined> | undefined
  #port = 0

  start(): void {
    this.#server = Bun.serve({
      port: this.#port,
      hostname: '127.0.0.1',
      fetch: (request) => this.#answer(new URL(request.url)),
    })
    this.#port = this.#server.port ?? 0
  }

  async stop(): Promise<void> {
    await this.#server?.stop(true)
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`
  }

  get randoms(): URL[] {
    return this.asked.filter((url) => url.pathname === '/api/images/random')
  }

  get pictures(): string[] {
    return this.asked.map((url) => url.pathname).filter((path) => path.startsWith('/uploads/'))
  }

  deal(url: URL, number = ++this.dealt, lastModified = new Date(0)): Response {
    const path = `/uploads/${number}.jpg`
    const box = url.searchParams
    const metadata = { size: 1, dimensions: this.sizeOf(number), lastModified }
    const data = {
      imagePath: path,
      fileName: `${number}.jpg`,
      folder: 'Trips/Rome',
      url: `${path}?width=${box.get('width')}&height=${box.get('height')}`,
      metadata: { ...metadata, ...this.metadataOf(number) },
      ...this.placeOf(number),
    }
    return Response.json({ success: true, data }, { headers: this.headers })
  }

  /** The picture fitted into the box of its url, as the service would scale it. */
  rendition(url: URL): Response {
    const number = Number(/\d+/.exec(url.pathname)?.[0] ?? 0)
    const { width, height } = this.sizeOf(number)
    const box = (name: 'width' | 'height') => Number(url.searchParams.get(name))
    const scale = Math.min(1, box('width') / width, box('height') / height)
    const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
    return new Response(
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}>` +
        `<rect width="100%" height="100%" fill="${this.colourOf(number)}"/></svg>`,
      { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' } },
    )
  }

  #answer(url: URL): Response | Promise<Response> {
    this.asked.push(url)
    if (url.pathname === '/') return page.request('/')
    if (url.pathname === '/api/frames') return this.frames()
    if (url.pathname === '/api/address') {
      return Response.json({ success: true, data: { url: `http://${this.host}/`, qr: 'data:,' } })
    }
    if (url.pathname === '/api/images/random') return this.random(url)
    if (url.pathname.endsWith('/invitation')) return this.code()
    if (url.pathname.startsWith('/api/frames/')) return this.steered()
    if (url.pathname.startsWith('/uploads/')) return this.picture(url)
    return new Response('not found', { status: 404 })
  }
}

export function duplicates(list: string[]): string[] {
  return list.filter((item, index) => list.indexOf(item) !== index)
}
