import { logIn, type Server } from '../processes.ts'

interface Listing {
  folders: { name: string; path: string; imageCount: number }[]
  images: { name: string; path: string; size: number }[]
}

/** Talks to the service as an admin does, and remembers the failures that are the service's. */
export class Client {
  readonly url: string
  readonly #cookie: string
  /** Requests that were answered with a status of 500 or more. */
  readonly failures: string[] = []

  private constructor(url: string, cookie: string) {
    this.url = url
    this.#cookie = cookie
  }

  static async of(server: Server): Promise<Client> {
    return new Client(server.url, await logIn(server))
  }

  async list(folder: string): Promise<Listing> {
    const path = `/api/folders?path=${encodeURIComponent(folder)}`
    const response = await this.#fetch(path)
    const { data }: { data?: Listing } = JSON.parse(await response.text())
    return data ?? { folders: [], images: [] }
  }

  /** The bytes of a picture; `undefined` when it is not there. */
  async picture(path: string): Promise<Buffer | undefined> {
    const encoded = path.split('/').map(encodeURIComponent).join('/')
    const response = await this.#fetch(`/uploads/${encoded}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    return response.ok ? bytes : undefined
  }

  /** @returns the paths under which the files are stored; `undefined` when they were refused. */
  async upload(folder: string, files: Record<string, Uint8Array>): Promise<string[] | undefined> {
    const body = new FormData()
    body.append('folder', folder)
    for (const [name, content] of Object.entries(files)) {
      body.append('files', new File([Buffer.from(content)], name))
    }
    const response = await this.#fetch('/api/upload', { method: 'POST', body })
    const { data }: { data?: { uploadedFiles: { path: string }[] } } = JSON.parse(
      await response.text(),
    )
    return data?.uploadedFiles.map(({ path }) => path)
  }

  /** @returns the status. */
  async send(method: string, path: string, body: unknown): Promise<number> {
    const headers = { 'Content-Type': 'application/json' }
    const response = await this.#fetch(path, { method, headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
    return response.status
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('Cookie', this.#cookie)
    const response = await fetch(this.url + path, { ...init, headers })
    if (response.status >= 500) {
      const text = await response.clone().text()
      this.failures.push(`${init.method ?? 'GET'} ${path} ${response.status} ${text}`)
    }
    return response
  }
}
