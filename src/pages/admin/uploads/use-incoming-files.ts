import { useLayoutEffect, useState } from 'hono/jsx/dom'
import { droppedFiles, hasFiles, type DroppedFile } from './dropped-files.ts'

/**
 * Takes files that are dropped anywhere on the page or pasted.
 * @param onFiles is called with them.
 * @param inputs whenever one of them changes, `onFiles` is taken anew.
 * @returns whether files are held over the page.
 */
export function useIncomingFiles(
  onFiles: (files: DroppedFile[]) => void,
  inputs: readonly unknown[],
): boolean {
  const [isOver, setOver] = useState(false)
  useLayoutEffect(() => {
    const take = (data: DataTransfer | null) => {
      if (hasFiles(data)) void droppedFiles(data).then(onFiles)
    }
    const leaving = new AbortController()
    addEventListener('paste', (event: ClipboardEvent) => take(event.clipboardData), leaving)
    addEventListener(
      'dragover',
      ({ dataTransfer }: DragEvent) => setOver(hasFiles(dataTransfer)),
      leaving,
    )
    addEventListener(
      'dragleave',
      ({ relatedTarget }: DragEvent) => {
        if (relatedTarget === null) setOver(false)
      },
      leaving,
    )
    addEventListener(
      'drop',
      ({ dataTransfer }: DragEvent) => {
        setOver(false)
        take(dataTransfer)
      },
      leaving,
    )
    return () => leaving.abort()
  }, inputs)
  return isOver
}
