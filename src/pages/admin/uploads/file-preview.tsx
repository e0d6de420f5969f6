import { useEffect, useRef } from 'preact/hooks'
import type { Previews } from './previews.ts'

/** A small picture of a file, which is named beside it. */
export function FilePreview({ file, previews }: { file: File; previews: Previews }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) void previews.draw(file, canvas.current)
  }, [file])
  return <canvas ref={canvas} aria-hidden="true" />
}
