import { joinSentences, listNames } from '../lib/format-text.ts'
import { nameOf, parentOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import type { Notice } from '../lib/controls/notice.tsx'
import type { Store } from '../lib/store.ts'
import type { Session } from './admin-session.ts'
import { api, dataOf } from './api.ts'
import { sentenceOf } from './api-error.ts'

/** How many items one request changes: few enough to be done soon, also on a slow disk. */
export const perRequest = 1000

/** Says of so many things what was done with them. */
type Say = (number: number) => string

interface Change {
  items: readonly string[]
  /** Says how many were changed, and how many were not there. */
  done: Say
  missing: Say
  /** @returns how many of a part were there. */
  send: (part: string[]) => Promise<number>
  /** Says what was done; in the notice alone unless given. */
  tell?: (text: string) => void
}

/** What is said of what can be moved to the trash and restored. */
type Sayings = Record<'trashed' | 'deleted' | 'restored' | 'missing', Say>

const ofPictures: Sayings = {
  trashed: (number) => t.changes.pictures.trashed(number),
  deleted: (number) => t.changes.pictures.deleted(number),
  restored: (number) => t.changes.pictures.restored(number),
  missing: (number) => t.changes.pictures.missing(number),
}

const ofFolder = (name: string): Sayings => ({
  trashed: () => t.changes.folder.trashed(name),
  deleted: () => t.changes.folder.deleted(name),
  restored: () => t.changes.folder.restored(name),
  missing: () => t.changes.folder.missing(name),
})

const ofItems = {
  deleted: (number: number) => t.changes.items.deleted(number),
  restored: (number: number) => t.changes.items.restored(number),
  missing: (number: number) => t.changes.items.missing(number),
}

/** What changes need of the model. */
interface Service {
  session: Session
  notice: Notice
  contentStore: Store
  restored: string | undefined
  /** How many days the trash keeps things; 0 where there is none. */
  trashDays: number
}

/**
 * Changes many pictures by several requests, and says what was done, also before a failure. All
 * methods throw an `ApiError`.
 */
export class ChangeRequests {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Moves pictures to a folder, with Undo. */
  async moveImages(items: readonly string[], folder: string): Promise<void> {
    const moved: { path: string; newPath: string }[] = []
    return this.#inParts({
      items,
      done: (number) => t.changes.moved({ n: number, folder: folder || t.albums.ownPictures }),
      missing: ofPictures.missing,
      send: async (images) => {
        const result = await dataOf(api.images.move.$post({ json: { images, folder } }))
        moved.push(...result.movedImages.filter((each) => each.status === 'moved'))
        return result.totalMoved
      },
      tell: (text) =>
        this.#service.notice.say(
          text,
          moved.length === 0 ? undefined : () => void this.#moveBack(moved),
        ),
    })
  }

  /** Moves pictures back to the folders that they were in. */
  async #moveBack(moved: readonly { path: string; newPath: string }[]): Promise<void> {
    for (const [folder, images] of Map.groupBy(moved, ({ path }) => parentOf(path))) {
      await this.moveImages(
        images.map(({ newPath }) => newPath),
        folder,
      ).catch((error: unknown) => this.#service.notice.say(sentenceOf(error)))
    }
  }

  /** Moves pictures to the trash, with Undo. */
  async trashImages(items: readonly string[]): Promise<void> {
    return this.#moveToTrash(items, ofPictures, (images) => ({ images }))
  }

  /** Deletes pictures for good. */
  async deleteImages(items: readonly string[]): Promise<void> {
    return this.#inParts({
      items,
      done: ofPictures.deleted,
      missing: ofPictures.missing,
      send: async (images) => (await dataOf(api.images.$delete({ json: { images } }))).totalDeleted,
    })
  }

  /** Moves a folder to the trash, with Undo; deletes it for good where there is none. */
  async deleteFolder(path: string): Promise<void> {
    const sayings = ofFolder(nameOf(path))
    if (this.#service.trashDays > 0) {
      return this.#moveToTrash([path], sayings, (folders) => ({ folders }))
    }
    return this.#inParts({
      items: [path],
      done: sayings.deleted,
      missing: sayings.missing,
      send: async () => {
        await dataOf(api.folders.$delete({ json: { path, recursive: true } }))
        return 1
      },
    })
  }

  /** Takes items out of the trash, back to where they were. */
  async restore(
    items: readonly string[],
    sayings: Pick<Sayings, 'restored' | 'missing'> = ofItems,
    onRestored?: (id: string) => void,
  ): Promise<void> {
    const renamed: string[] = []
    return this.#inParts({
      items,
      done: sayings.restored,
      missing: sayings.missing,
      send: async (ids) => {
        const result = await dataOf(api.trash.restore.$post({ json: { ids } }))
        for (const { id, path, newPath } of result.restoredItems) {
          onRestored?.(id)
          if (newPath !== null && newPath !== path) renamed.push(newPath)
          this.#service.restored = newPath ?? undefined
        }
        return result.totalRestored
      },
      tell: (text) => this.#service.notice.say(joinSentences(text, tellRenamed(renamed))),
    })
  }

  /** Deletes items of the trash for good. */
  async deleteTrashed(items: readonly string[]): Promise<void> {
    return this.#inParts({
      items,
      done: ofItems.deleted,
      missing: ofItems.missing,
      send: async (ids) => (await dataOf(api.trash.$delete({ json: { ids } }))).totalDeleted,
    })
  }

  async #moveToTrash(
    items: readonly string[],
    sayings: Sayings,
    bodyOf: (part: string[]) => { images: string[] } | { folders: string[] },
  ): Promise<void> {
    const trashed: string[] = []
    return this.#inParts({
      items,
      done: sayings.trashed,
      missing: sayings.missing,
      send: async (part) => {
        const result = await dataOf(api.trash.$post({ json: bodyOf(part) }))
        trashed.push(...result.trashedItems.flatMap(({ id }) => id ?? []))
        return result.totalTrashed
      },
      tell: (text) =>
        this.#service.notice.say(
          text,
          trashed.length === 0 ? undefined : () => void this.#undo(trashed, sayings),
        ),
    })
  }

  /** Restores what was just deleted; what is left of it after a failure can be tried again. */
  async #undo(ids: readonly string[], sayings: Sayings): Promise<void> {
    const { notice } = this.#service
    const left = new Set(ids)
    notice.say(t.changes.restoring)
    await this.restore(ids, sayings, (id) => left.delete(id)).catch((error: unknown) =>
      notice.say(sentenceOf(error), () => void this.#undo([...left], sayings)),
    )
  }

  async #inParts(change: Change): Promise<void> {
    const { session, notice, contentStore } = this.#service
    const {
      items,
      done: sayDone,
      missing: sayMissing,
      send,
      tell = (text: string) => notice.say(text),
    } = change
    let [sent, done] = [0, 0]
    try {
      while (sent < items.length) {
        const part = items.slice(sent, sent + perRequest)
        done += await session.run(() => send(part))
        sent += part.length
      }
    } finally {
      contentStore.changed()
      const missing = sent - done
      const said = [done > 0 ? sayDone(done) : '', missing > 0 ? sayMissing(missing) : '']
      if (sent > 0) tell(joinSentences(...said))
    }
  }
}

const tellRenamed = (paths: readonly string[]) =>
  paths.length === 0 ? '' : t.changes.renamed({ n: paths.length, names: listNames(paths) })
