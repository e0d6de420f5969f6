import { useEffect, useRef } from 'preact/hooks'
import { Mutex } from '../../../lib/waiting/mutex.ts'
import { paint } from './prepare-file.ts'

/** Twice the height of a preview, in device pixels: upright pictures are narrower than high. */
const resizeHeight = 160

/** Previews are made one after the other: a phone can't decode many photos at once. */
const mutex = new Mutex()

/** A small picture of a file; empty where the browser can't decode it. */
export function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const draw = async () => {
      // Its row may have gone while others were drawn.
      if (element?.isConnected) paint(await createImageBitmap(file, { resizeHeight }), element)
    }
    void mutex.run(draw).catch(() => undefined)
  }, [file])
  return <canvas ref={canvas} title={file.name} aria-hidden="true" />
}
