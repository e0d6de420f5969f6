interface ProgressStream {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

/** The least time between two updates of a bar, in milliseconds. */
const frameMs = 100

/**
 * Shows progress as a bar on a terminal, and as at most eleven plain lines elsewhere or on a
 * terminal that can't rewrite a line.
 * @param terminal the terminal's type, as in `TERM`.
 */
export const progressOn = (stream: ProgressStream, terminal?: string) =>
  stream.isTTY === true && terminal !== 'dumb' ? bar(stream) : lines(stream)

function bar(stream: ProgressStream) {
  let shownAt = Number.NEGATIVE_INFINITY
  /** Erases the bar, so that other lines can be written. */
  const clear = () => {
    stream.write('\r\u001b[K')
    shownAt = Number.NEGATIVE_INFINITY
  }
  const show = (done: number, all: number) => {
    if (performance.now() - shownAt < frameMs && done < all) return
    const text = ` ${percent(done, all)} % (${done} of ${all})`
    // Some terminals report 0 columns when the width is unknown.
    const room = (stream.columns || 80) - 1
    const length = Math.max(0, Math.min(50, room - text.length - 2))
    const full = Math.floor((length * percent(done, all)) / 100)
    const line = `[${'#'.repeat(full)}${'-'.repeat(length - full)}]${text}`
    stream.write(`\r${line.slice(0, room)}\u001b[K`)
    shownAt = performance.now()
  }
  return { show, clear }
}

function lines(stream: ProgressStream) {
  let shown = -1
  const show = (done: number, all: number) => {
    const tenth = Math.floor(percent(done, all) / 10)
    if (tenth === shown) return
    shown = tenth
    stream.write(`${percent(done, all)} % (${done} of ${all})\n`)
  }
  return { show, clear: () => undefined }
}

const percent = (done: number, all: number) => (all === 0 ? 100 : Math.floor((100 * done) / all))
