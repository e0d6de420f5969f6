import { useEffect, useRef } from 'preact/hooks'
import { Mutex } from '../../../lib/waiting/mutex.ts'
import { paint } from './prepare-file.ts'

/** Twice the height of a preview, in device pixels: upright pictures are narrower than high. */
const resizeHeight = 160

/** Makes small pictures of files, one after the other: a phone can't decode many photos at once. */
export class Previews {
  readonly #mutex = new Mutex()

  /** Draws a file into a canvas. A file that the browser can't decode leaves it empty. */
  draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
    const fill = async () => {
      // Its row may have gone while others were drawn.
      if (canvas.isConnected) paint(await createImageBitmap(file, { resizeHeight }), canvas)
    }
    return this.#mutex.run(fill).catch(() => undefined)
  }
}

/** A small picture of a file. */
export function FilePreview({ file, previews }: { file: File; previews: Previews }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) void previews.draw(file, canvas.current)
  }, [file])
  return <canvas ref={canvas} title={file.name} aria-hidden="true" />
}
