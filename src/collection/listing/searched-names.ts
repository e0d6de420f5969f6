import { Pacer } from '../../lib/fairness/pacer.ts'
import type { Entry } from './places.ts'
import { foldText } from './search-text.ts'

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
      const some = this.entries.slice(from, from + namesInText)
      const folded = (this.#texts[from / namesInText] ??= some
        .map(({ name }) => foldText(name))
        .join('\n'))
      if (!folded.includes(wanted)) continue
      const names = folded.split('\n')
      found.push(...some.filter((_, index) => names[index]?.includes(wanted)))
    }
    return found
  }
}
