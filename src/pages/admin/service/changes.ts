import { nameOf, parentOf } from '../lib/location.ts'
import { joinSentences, listNames } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { api, dataOf } from './api.ts'
import { sentenceOf } from './api-error.ts'
import type { Model } from './model.ts'

/** How many items one request changes: few enough to be done soon, also on a slow disk. */
export const perRequest = 1000

/** Says of so many things what was done with them. */
type Say = (number: number) => string

/** What is said of what can be moved to the trash and restored. */
type Sayings = Record<'trashed' | 'restored' | 'missing', Say>

interface PartedChange<Result extends { status: string }> {
  items: readonly string[]
  /** Says how many were changed, and how many were not there. */
  done: Say
  missing: Say
  /** @returns what became of each. */
  send: (part: string[]) => Promise<readonly Result[]>
  /** Takes back what was done, from the notice that tells it. */
  undo?: (done: readonly Result[]) => unknown
  /** What else is said of what was done. */
  also?: (done: readonly Result[]) => string
}

const ofFolder = (name: string): Sayings => ({
  trashed: () => t.changes.folder.trashed(name),
  restored: () => t.changes.folder.restored(name),
  missing: () => t.changes.folder.missing(name),
})

/**
 * Changes many pictures by several requests, and says what was done, also before a failure. All
 * methods throw an `ApiError`.
 */
export class ChangeRequests {
  readonly #model: Model

  constructor(model: Model) {
    this.#model = model
  }

  /** Moves pictures to a folder, with Undo. */
  async moveImages(items: readonly string[], folder: string): Promise<void> {
    return this.#inParts({
      items,
      done: (number) => t.changes.moved({ n: number, folder: folder || t.albums.ownPictures }),
      missing: t.changes.pictures.missing,
      send: async (images) =>
        (await dataOf(api.images.move.$post({ json: { images, folder } }))).movedImages,
      undo: async (moved) => {
        for (const [former, back] of Map.groupBy(moved, ({ path }) => parentOf(path))) {
          const paths = back.flatMap((each) => (each.status === 'moved' ? each.newPath : []))
          await this.moveImages(paths, former).catch(this.#tell)
        }
      },
    })
  }

  /** Moves pictures to the trash, with Undo. */
  async trashImages(items: readonly string[]): Promise<void> {
    return this.#moveToTrash(items, t.changes.pictures, (images) => ({ images }))
  }

  /** Deletes pictures for good. */
  async deleteImages(items: readonly string[]): Promise<void> {
    return this.#inParts({
      items,
      done: t.changes.pictures.deleted,
      missing: t.changes.pictures.missing,
      send: async (images) =>
        (await dataOf(api.images.$delete({ json: { images } }))).deletedImages,
    })
  }

  /** Moves a folder to the trash, with Undo; deletes it for good where there is none. */
  async deleteFolder(path: string): Promise<void> {
    const name = nameOf(path)
    if (this.#model.trashDays > 0) {
      return this.#moveToTrash([path], ofFolder(name), (folders) => ({ folders }))
    }
    const json = { path, recursive: true }
    await this.#model.change((service) => service.folders.$delete({ json }))
    this.#model.notice.say(t.changes.folder.deleted(name))
  }

  /** Takes items out of the trash, back to where they were. */
  async restore(
    items: readonly string[],
    sayings: Pick<Sayings, 'restored' | 'missing'> = t.changes.items,
    onRestored?: (id: string) => void,
  ): Promise<void> {
    return this.#inParts({
      items,
      done: sayings.restored,
      missing: sayings.missing,
      send: async (ids) => {
        const { restoredItems } = await dataOf(api.trash.restore.$post({ json: { ids } }))
        for (const { id, newPath } of restoredItems) {
          onRestored?.(id)
          this.#model.restored = newPath ?? undefined
        }
        return restoredItems
      },
      also: (restored) => {
        const names = restored.flatMap(({ path, newPath }) =>
          newPath === path ? [] : (newPath ?? []),
        )
        return names.length === 0
          ? ''
          : t.changes.renamed({ n: names.length, names: listNames(names) })
      },
    })
  }

  /** Deletes items of the trash for good. */
  async deleteTrashed(items: readonly string[]): Promise<void> {
    return this.#inParts({
      items,
      done: t.changes.items.deleted,
      missing: t.changes.items.missing,
      send: async (ids) => (await dataOf(api.trash.$delete({ json: { ids } }))).deletedItems,
    })
  }

  async #moveToTrash(
    items: readonly string[],
    sayings: Sayings,
    bodyOf: (part: string[]) => { images: string[] } | { folders: string[] },
  ): Promise<void> {
    return this.#inParts({
      items,
      done: sayings.trashed,
      missing: sayings.missing,
      send: async (part) => (await dataOf(api.trash.$post({ json: bodyOf(part) }))).trashedItems,
      undo: (trashed) =>
        this.#restoreAgain(
          trashed.flatMap(({ id }) => id ?? []),
          sayings,
        ),
    })
  }

  /** Restores what was just deleted; what is left of it after a failure can be tried again. */
  async #restoreAgain(ids: readonly string[], sayings: Sayings): Promise<void> {
    const left = new Set(ids)
    this.#model.notice.say(t.changes.restoring)
    await this.restore(ids, sayings, (id) => left.delete(id)).catch((error: unknown) =>
      this.#tell(error, () => this.#restoreAgain([...left], sayings)),
    )
  }

  readonly #tell = (error: unknown, undo?: () => unknown) =>
    this.#model.notice.say(sentenceOf(error), undo)

  async #inParts<Result extends { status: string }>(change: PartedChange<Result>): Promise<void> {
    const { session, notice, contentStore } = this.#model
    const { items, send, undo, also } = change
    const done: Result[] = []
    let sent = 0
    try {
      while (sent < items.length) {
        const part = items.slice(sent, sent + perRequest)
        const results = await session.run(() => send(part))
        done.push(...results.filter(({ status }) => status !== 'not_found'))
        sent += part.length
      }
    } finally {
      contentStore.changed()
      const missing = sent - done.length
      const said = [
        done.length > 0 ? change.done(done.length) : '',
        missing > 0 ? change.missing(missing) : '',
        also?.(done) ?? '',
      ]
      const canUndo = undo !== undefined && done.length > 0
      if (sent > 0) notice.say(joinSentences(...said), canUndo ? () => undo(done) : undefined)
    }
  }
}
