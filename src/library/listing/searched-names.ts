import { foldText } from '../order/fold-text.ts'
import { Pacer } from '../../lib/waiting/pacer.ts'
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

  /** Finds the entries whose names contain a text, in their order. */
  async find(text: string): Promise<Entry[]> {
    const wanted = foldText(text)
    const pacer = new Pacer(maxTurn)
    const found: Entry[] = []
    for (let from = 0; from < this.entries.length; from += namesInText) {
      await pacer.pause()
      const names = (this.#texts[from / namesInText] ??= this.#fold(from))
      let [index, end] = [from, names.indexOf('\n')]
      let at = names.indexOf(wanted)
      while (at !== -1 && at < names.length) {
        for (; end < at; end = names.indexOf('\n', end + 1)) index += 1
        const entry = this.entries[index]
        if (entry !== undefined && at + wanted.length <= end) found.push(entry)
        at = names.indexOf(wanted, end + 1)
      }
    }
    return found
  }

  #fold(from: number): string {
    const entries = this.entries.slice(from, from + namesInText)
    return entries.map(({ name }) => `${foldText(name)}\n`).join('')
  }
}
