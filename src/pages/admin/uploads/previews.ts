/** Makes small pictures of files, one after the other: a phone can't decode many photos at once. */
export class Previews {
  #last: Promise<unknown> = Promise.resolve()

  /** Draws a file into a canvas and fills it. A file that the browser can't decode leaves it empty. */
  draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
    const next = this.#last.then(() => fill(canvas, file)).catch(() => undefined)
    this.#last = next
    return next
  }
}

async function fill(canvas: HTMLCanvasElement, file: File): Promise<void> {
  // Its row may have gone while others were drawn.
  if (!canvas.isConnected) return
  const bitmap = await createImageBitmap(file, { resizeHeight: 2 * canvas.height })
  const side = Math.min(bitmap.width, bitmap.height)
  canvas
    .getContext('2d')
    ?.drawImage(
      bitmap,
      (bitmap.width - side) / 2,
      (bitmap.height - side) / 2,
      side,
      side,
      0,
      0,
      canvas.width,
      canvas.height,
    )
  bitmap.close()
}
