import { openBrowser } from '../../support/browser.ts'

interface Size {
  width: number
  height: number
}

export interface Shown extends Size {
  /** Red, green and blue of each of its cells on white, row by row, 0 to 255. */
  cells: Float32Array
}

/**
 * The mean colours of a picture on white, in a grid of cells. They are taken of all pixels:
 * Chromium's own scaling leaves some out, and so shows differences that the pictures don't have.
 */
const script = `
  async function look(url, columns, rows) {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = url
    try { await image.decode() } catch { return null }
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const cells = new Float32Array(3 * columns * rows)
    const [across, down] = [shares(width, columns), shares(height, rows)]
    for (let j = 0; j < down.count; j += 1) {
      for (let i = 0; i < across.count; i += 1) {
        const from = 4 * (down.pixel[j] * width + across.pixel[i])
        const to = 3 * (down.cell[j] * columns + across.cell[i])
        const share = down.share[j] * across.share[i]
        cells[to] += share * data[from]
        cells[to + 1] += share * data[from + 1]
        cells[to + 2] += share * data[from + 2]
      }
    }
    return { width, height, cells: [...cells] }
  }

  /** Which pixels of a side are part of which cells, and how much of these they are. */
  function shares(length, cells) {
    const most = length + cells
    const [pixel, cell, share] = [new Uint32Array(most), new Uint32Array(most), new Float64Array(most)]
    let count = 0
    for (let at = 0; at < length; at += 1) {
      const [from, to] = [at * cells / length, (at + 1) * cells / length]
      for (let one = Math.floor(from); one < to && one < cells; one += 1) {
        pixel[count] = at
        cell[count] = one
        share[count] = Math.min(to, one + 1) - Math.max(from, one)
        count += 1
      }
    }
    return { pixel, cell, share, count }
  }`

/** Opens a page of Chromium that shows one picture after the other. */
export async function openPictureViewer() {
  const html = `<!doctype html><link rel="icon" href="data:,"><script>${script}</script>`
  const server = Bun.serve({
    port: 0,
    fetch: () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
  })
  const browser = await openBrowser()
  await browser.view.navigate(server.url.href)
  return {
    /**
     * Gives what Chromium shows of a picture, in so many cells; `undefined` where it shows nothing.
     */
    look: async (url: string, { width, height }: Size): Promise<Shown | undefined> => {
      const call = `look(${JSON.stringify(url)}, ${width}, ${height})`
      const shown = await browser.view.evaluate<(Size & { cells: number[] }) | null>(call)
      return shown === null ? undefined : { ...shown, cells: Float32Array.from(shown.cells) }
    },
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]()
      await server.stop(true)
    },
  }
}

/** How much two pictures of as many cells differ on average, of 255. */
export function meanDifference(one: Shown, other: Shown): number {
  const sum = one.cells.reduce(
    (all, value, at) => all + Math.abs(value - (other.cells[at] ?? 0)),
    0,
  )
  return sum / one.cells.length
}
