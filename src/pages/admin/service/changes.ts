import { count, listNames } from '../lib/format-text.ts'
import { nameOf } from '../lib/location.ts'
import type { Notice } from '../lib/notice.tsx'
import type { Store } from '../lib/store.ts'
import type { Session } from './admin-session.ts'
import { api, dataOf } from './api.ts'
import { sentenceOf } from './api-error.ts'

/** How many items one request changes: few enough to be done soon, also on a slow disk. */
const perRequest = 1000

/** Writes how many there are of what is changed. */
type Noun = (number: number) => string

interface Change {
  items: readonly string[]
  noun: Noun
  /** What was done, such as `restored`. */
  verb: string
  /** @returns how many of a part were there. */
  send: (part: string[]) => Promise<number>
  /** Says what was done; in the notice alone unless given. */
  tell?: (text: string) => void
}

const pictures: Noun = (number) => count(number, 'picture')
export const trashItems: Noun = (number) => count(number, 'item')

/** What changes need of the model. */
interface Service {
  session: Session
  notice: Notice
  contentStore: Store
  /** How many days the trash keeps things; 0 where there is none. */
  trashDays: number
}

/**
 * Changes many pictures by several requests, and says what was done, also before a failure. All
 * methods throw an `ApiError`.
 */
export class Changes {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  async moveImages(items: readonly string[], folder: string): Promise<void> {
    return this.#inParts({
      items,
      noun: pictures,
      verb: `moved to ${folder === '' ? 'All pictures' : folder}`,
      send: async (images) =>
        (await dataOf(api.images.move.$post({ json: { images, folder } }))).totalMoved,
    })
  }

  /** Moves pictures to the trash, with Undo. */
  async trashImages(items: readonly string[]): Promise<void> {
    return this.#moveToTrash(items, pictures, (images) => ({ images }))
  }

  /** Deletes pictures for good. */
  async deleteImages(items: readonly string[]): Promise<void> {
    return this.#inParts({
      items,
      noun: pictures,
      verb: 'deleted for good',
      send: async (images) => (await dataOf(api.images.$delete({ json: { images } }))).totalDeleted,
    })
  }

  /** Moves a folder to the trash, with Undo; deletes it for good where there is none. */
  async deleteFolder(path: string): Promise<void> {
    const noun = () => `The folder “${nameOf(path)}”`
    if (this.#service.trashDays > 0) {
      return this.#moveToTrash([path], noun, (folders) => ({ folders }))
    }
    return this.#inParts({
      items: [path],
      noun,
      verb: 'deleted for good',
      send: async () => {
        await dataOf(api.folders.$delete({ json: { path, recursive: true } }))
        return 1
      },
    })
  }

  /** Takes items out of the trash, back to where they were. */
  async restore(
    items: readonly string[],
    noun = trashItems,
    onRestored?: (id: string) => void,
  ): Promise<void> {
    const renamed: string[] = []
    return this.#inParts({
      items,
      noun,
      verb: 'restored',
      send: async (ids) => {
        const result = await dataOf(api.trash.restore.$post({ json: { ids } }))
        for (const { id, path, newPath } of result.restoredItems) {
          onRestored?.(id)
          if (newPath !== null && newPath !== path) renamed.push(newPath)
        }
        return result.totalRestored
      },
      tell: (text) => this.#service.notice.say(`${text}${tellRenamed(renamed)}`),
    })
  }

  /** Deletes items of the trash for good. */
  async deleteTrashed(items: readonly string[]): Promise<void> {
    return this.#inParts({
      items,
      noun: trashItems,
      verb: 'deleted for good',
      send: async (ids) => (await dataOf(api.trash.$delete({ json: { ids } }))).totalDeleted,
    })
  }

  async #moveToTrash(
    items: readonly string[],
    noun: Noun,
    bodyOf: (part: string[]) => { images: string[] } | { folders: string[] },
  ): Promise<void> {
    const trashed: string[] = []
    return this.#inParts({
      items,
      noun,
      verb: 'moved to the trash',
      send: async (part) => {
        const result = await dataOf(api.trash.$post({ json: bodyOf(part) }))
        trashed.push(...result.trashedItems.flatMap(({ id }) => id ?? []))
        return result.totalTrashed
      },
      tell: (text) =>
        this.#service.notice.say(
          text,
          trashed.length === 0 ? undefined : () => void this.#undo(trashed, noun),
        ),
    })
  }

  /** Restores what was just deleted; what is left of it after a failure can be tried again. */
  async #undo(ids: readonly string[], noun: Noun): Promise<void> {
    const { notice } = this.#service
    const left = new Set(ids)
    notice.say('Restoring …')
    await this.restore(ids, noun, (id) => left.delete(id)).catch((error: unknown) =>
      notice.say(sentenceOf(error), () => void this.#undo([...left], noun)),
    )
  }

  async #inParts(change: Change): Promise<void> {
    const { session, notice, contentStore } = this.#service
    const { items, noun, verb, send, tell = (text: string) => notice.say(text) } = change
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
      const sentences = [
        done > 0 && `${noun(done)} ${verb}.`,
        missing > 0 && `${noun(missing)} ${missing === 1 ? 'was' : 'were'} not there any more.`,
      ].filter((sentence) => sentence !== false)
      if (sent > 0) tell(sentences.join(' '))
    }
  }
}

function tellRenamed(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const one = paths.length === 1
  const taken = one ? 'name of one was' : `names of ${paths.length.toLocaleString()} were`
  return ` The ${taken} taken, so ${one ? 'it is' : 'they are'} ${listNames(paths)}.`
}
