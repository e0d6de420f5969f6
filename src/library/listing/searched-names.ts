import type { TagTable } from '../facts/tag-table.ts'
import { foldText } from '../order/fold-text.ts'
import { Pacer } from '../../lib/waiting/pacer.ts'
import { Image } from '../tree/nodes.ts'
import type { Entry } from './places.ts'

/** How many names make one text: on its own, each would take several times the memory. */
const namesInText = 100

/** How long a search may go on before others get a turn, in milliseconds: frames wait for it. */
const maxTurn = 1

/** The names of entries as they are searched, each folded once. */
export class SearchedNames {
  readonly entries: readonly Entry[]
  /** Names by lines: none holds a line break. */
  readonly #texts: string[] = []

  constructor(entries: readonly Entry[]) {
    this.entries = entries
  }

  /**
   * Finds the entries whose names or descriptions contain a text, in their order.
   * @param texts what somebody wrote to images.
   */
  async find(text: string, texts: TagTable): Promise<Entry[]> {
    const wanted = foldText(text)
    const bytes = Buffer.from(wanted)
    const pacer = new Pacer(maxTurn)
    const found: Entry[] = []
    for (let from = 0; from < this.entries.length; from += namesInText) {
      await pacer.pause()
      const names = (this.#texts[from / namesInText] ??= this.#fold(from))
      let [at, end] = [names.indexOf(wanted), -1]
      for (const entry of this.entries.slice(from, from + namesInText)) {
        const start = end + 1
        end = names.indexOf('\n', start)
        if (at !== -1 && at < start) at = names.indexOf(wanted, start)
        const isNamed = at !== -1 && at + wanted.length <= end
        const isFound = isNamed || (entry instanceof Image && texts.describes(entry.serial, bytes))
        if (isFound) found.push(entry)
      }
    }
    return found
  }

  #fold(from: number): string {
    const entries = this.entries.slice(from, from + namesInText)
    return foldText(entries.map(({ name }) => `${name}\n`).join(''))
  }
}
