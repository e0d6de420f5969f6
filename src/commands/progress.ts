/** The part of a stream that is needed to show progress on it. */
export interface ProgressStream {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

export interface Progress {
  /** Says how far the work is. */
  show: (done: number, all: number) => void
  /** Makes room for other lines. */
  clear: () => void
}

/** Between two changes of a bar, in milliseconds: as fast as one can see, and no faster. */
const frameMs = 100

/**
 * Progress as a bar where somebody watches, as at most eleven plain lines where nobody does or the
 * terminal can't go back in a line.
 * @param terminal the name of its kind, as in `TERM`.
 */
export const progressOn = (stream: ProgressStream, terminal?: string): Progress =>
  stream.isTTY === true && terminal !== 'dumb' ? bar(stream) : lines(stream)

function bar(stream: ProgressStream): Progress {
  let shownAt = Number.NEGATIVE_INFINITY
  const clear = () => {
    stream.write('\r\u001b[K')
    shownAt = Number.NEGATIVE_INFINITY
  }
  const show = (done: number, all: number) => {
    if (performance.now() - shownAt < frameMs && done < all) return
    const text = ` ${percent(done, all)} % (${done} of ${all})`
    // Some terminals have 0 columns, which is to say that they don't know.
    const room = (stream.columns || 80) - 1
    const length = Math.max(0, Math.min(50, room - text.length - 2))
    const full = Math.floor((length * percent(done, all)) / 100)
    const line = `[${'#'.repeat(full)}${'-'.repeat(length - full)}]${text}`
    stream.write(`\r${line.slice(0, room)}\u001b[K`)
    shownAt = performance.now()
  }
  return { show, clear }
}

function lines(stream: ProgressStream): Progress {
  let told = -1
  const show = (done: number, all: number) => {
    const tenth = Math.floor(percent(done, all) / 10)
    if (tenth === told) return
    told = tenth
    stream.write(`${percent(done, all)} % (${done} of ${all})\n`)
  }
  return { show, clear: () => undefined }
}

const percent = (done: number, all: number) => (all === 0 ? 100 : Math.floor((100 * done) / all))
