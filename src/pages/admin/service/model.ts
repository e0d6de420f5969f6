import type { InferRequestType } from 'hono/client'
import { LruMap } from '../../../lib/lru-map.ts'
import type { FolderEntry, FolderListing, ImageEntry } from '../../../library/types.ts'
import { api, dataOf, type ApiAnswer, type DataOf, type ListQuery } from './api.ts'
import { ofName } from './api-error.ts'
import { ChangeRequests, perRequest } from './changes.ts'
import type { IncomingFile } from '../uploads/incoming-files.ts'
import type { UploadLimits } from '../uploads/prepare-file.ts'
import { sendFile } from '../uploads/send-file.ts'
import { t } from '../lib/messages.ts'
import { Notice } from '../lib/controls/notice.tsx'
import { Session } from './admin-session.ts'
import { joinPath, nameOf, parentOf, type View } from '../lib/location.ts'
import { Store } from '../lib/store.ts'
import { throttle } from '../lib/throttle.ts'
import { keyOf } from '../uploads/unfinished.ts'
import { UploadModel } from '../uploads/upload-model.ts'

/** How often a view is read again while pictures come in, in milliseconds. */
const refreshMs = 2000

/** How many listings are kept, so that they come again only once they have changed. */
const maxListings = 12

/** Lists the pictures of all albums. */
export const newestFirst = { recursive: 'true', order: 'newest' } as const

export type { ImageEntry as Picture }

/** What people say of a picture. */
type MarksForm = Omit<InferRequestType<typeof api.images.marks.$post>['json'], 'images'>

type FrameApi = (typeof api.frames)[':name']

/** What a view gets: what the address says of it. */
export type ViewProps<Name extends View['name']> = Extract<View, { name: Name }> & { model: Model }

/** What is asked of the service. */
type Request<Sent extends ApiAnswer> = (service: typeof api) => Promise<Sent>

/** What the views share: the session, the uploads, and requests that log in again where needed. */
export class Model extends UploadModel {
  /** Changes whenever pictures or folders may have changed. */
  readonly contentStore = new Store()
  /** Changes whenever a frame was steered from this page. */
  readonly frameStore = new Store()
  readonly session: Session
  readonly notice = new Notice()
  /** The path of the picture that was just restored: it is shown where a picture is open. */
  restored: string | undefined
  /** The listings that came last, with their `ETag`s. */
  readonly #listed = new LruMap<string, { tag: string; listing: FolderListing }>({
    capacity: maxListings,
  })
  /** How many days the trash keeps things; 0 where there is none. */
  readonly trashDays: number
  readonly changes: ChangeRequests

  /** @param isIn whether the browser has a session. */
  constructor(limits: UploadLimits, trashDays: number, isIn: boolean) {
    super(limits, 'unfinished-uploads', (upload, onProgress, signal) =>
      this.session.run(() => sendFile(upload, onProgress, signal)).then(() => this.#showSoon()),
    )
    this.trashDays = trashDays
    this.session = new Session(isIn)
    this.changes = new ChangeRequests(this)
    void this.#forgetStored()
    // Another tab writes there as it sends what seems to be left over.
    addEventListener(
      'storage',
      throttle(() => void this.#forgetStored(), refreshMs),
    )
  }

  /** Whether nobody is logged in: then nothing can be changed, and what is hidden is not shown. */
  get isLooking(): boolean {
    return !this.session.wasIn
  }

  /** Asks the service, again after a login where the session has ended. @throws {ApiError} */
  async ask<Sent extends ApiAnswer>(request: Request<Sent>): Promise<DataOf<Sent>> {
    return this.session.run(() => dataOf(request(api)))
  }

  /** Asks for a change, and has what is seen read again. @param store of what shows it. @throws {ApiError} */
  async change<Sent extends ApiAnswer>(request: Request<Sent>, store = this.contentStore) {
    return this.ask(request).finally(store.changed)
  }

  /** Lists what is to be shown of a folder: the same object as before if nothing has changed since. */
  async list(path: string, wish: ListQuery = {}): Promise<FolderListing> {
    const query: ListQuery = this.isLooking ? { ...wish, hidden: 'false' } : wish
    const key = JSON.stringify([path, query])
    const known = this.#listed.get(key)
    const headers = known === undefined ? {} : { 'If-None-Match': known.tag }
    const sent = api.folders.$get({ query: { path, ...query } }, { headers })
    const answer = await sent.catch(() => undefined)
    if (known !== undefined && answer?.status === 304) return known.listing
    const listing = await dataOf(sent)
    this.#listed.set(key, { tag: answer?.headers.get('ETag') ?? '', listing })
    return listing
  }

  /** Lists all albums, also those in others. Pages have them before the pictures. */
  async albums(path = '', cursor?: string): Promise<FolderEntry[]> {
    const query = { limit: '1000', ...(cursor && { cursor }) }
    const { folders, images, nextCursor } = await this.list(path, query)
    const isMore = nextCursor !== null && images.length === 0
    const others = isMore ? await this.albums(path, nextCursor) : []
    const below = folders.map(async (each) => [
      each,
      ...(each.subfolderCount > 0 ? await this.albums(each.path) : []),
    ])
    return [...(await Promise.all(below)).flat(), ...others]
  }

  async createFolder(path: string) {
    const json = { path, name: nameOf(path) }
    return this.change(() => api.folders.$post({ json })).catch(ofName(json.name))
  }

  async moveFolder(path: string, newPath: string) {
    const json = { path, newPath }
    await this.uploads.follow(path, newPath, () =>
      this.change(() => api.folders.$patch({ json })).catch(ofName(nameOf(newPath))),
    )
  }

  /** Changes a frame by a request that gets its name. @throws {ApiError} */
  async steer<Sent extends ApiAnswer>(
    name: string,
    request: (frame: FrameApi, named: { param: { name: string } }) => Promise<Sent>,
  ) {
    const param = { name: encodeURIComponent(name) }
    return this.change((api) => request(api.frames[':name'], { param }), this.frameStore)
  }

  async markImages(paths: readonly string[], marks: MarksForm): Promise<void> {
    for (let from = 0; from < paths.length; from += perRequest) {
      const images = paths.slice(from, from + perRequest)
      await this.change(() => api.images.marks.$post({ json: { images, ...marks } }))
    }
  }

  /** What is known of a picture, also what is in its file alone. */
  async facts(path: string) {
    return dataOf(api.images.facts.$get({ query: { path } }))
  }

  /** Lets a picture stand for the folder that it is in. */
  async makeCover(image: string): Promise<void> {
    const path = parentOf(image)
    await this.change(() => api.folders.cover.$put({ json: { path, image } }))
    this.notice.say(t.picture.covers(nameOf(path)))
  }

  /** How far the index is, and the version of the service, which every public answer has. */
  async health() {
    const answer = await api.health.$get()
    const { indexed, totalImages } = await dataOf(Promise.resolve(answer))
    return { indexed, totalImages, version: answer.headers.get('X-Version') ?? '' }
  }

  /** Uploads files into an album; what was in folders comes into folders of it. */
  uploadInto(album: string, files: readonly IncomingFile[]): void {
    this.upload(
      files.map(({ file, folders }) => ({ file, folder: folders.reduce(joinPath, album) })),
    )
  }

  /** Uploads files that the last visit left over, each to where it was to go, and no others. */
  uploadLeftOver(files: readonly File[]): void {
    const known = Map.groupBy(this.unfinished.leftOver, ({ name }) => name)
    const found = files.flatMap((file) => {
      const named = known.get(file.name) ?? []
      // A phone may make another JPEG of the same photo each time.
      const same = named.length === 1 ? named : named.filter(({ size }) => size === file.size)
      return same.map(({ folder }) => ({ file, folder }))
    })
    const others = files.length - new Set(found.map(({ file }) => file)).size
    if (others > 0) this.notice.say(t.uploads.leftOut(others))
    this.upload(found)
  }

  /** Forgets what is there: its answer did not come, or the page was closed before it was noted. */
  async #forgetStored(): Promise<void> {
    for (const folder of new Set(this.unfinished.leftOver.map((each) => each.folder))) {
      const { images } = await this.list(folder).catch(() => ({ images: [] }))
      const stored = new Set(images.map(({ name, size }) => keyOf(name, size)))
      this.unfinished.leftOver = this.unfinished.leftOver.filter(
        (each) => each.folder !== folder || !stored.has(keyOf(each.name, each.size)),
      )
    }
    this.uploadStore.changed()
  }

  /** Lists a folder again now and then while hundreds of pictures are stored in it, not for each. */
  readonly #showSoon = throttle(this.contentStore.changed, refreshMs)
}
