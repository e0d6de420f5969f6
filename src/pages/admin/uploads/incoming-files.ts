import { useLayoutEffect, useState } from 'hono/jsx/dom'

/** A file that was dropped, and the folders that it was in, seen from what was dropped. */
export interface DroppedFile {
  file: File
  folders: string[]
}

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

const pictureName = /\.(jpe?g|png|gif|webp|heic|heif|avifs?)$/i

/** Lists all pictures of a drop or a paste, those in folders too. */
async function droppedFiles(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...data.files].map((file) => ({ file, folders: [] }))
  return filesOfAll(entries, [])
}

/** Whether a drop or a paste brings files or folders. */
const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.includes('Files') ?? false

/** What can't be read any more is left out: it must not keep the others away. */
async function filesOfAll(
  entries: readonly FileSystemEntry[],
  folders: string[],
): Promise<DroppedFile[]> {
  const found = await Promise.allSettled(entries.map((entry) => filesOf(entry, folders)))
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

// Chromium has no names for the interfaces, so that `instanceof` fails there.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function filesOf(entry: FileSystemEntry, folders: string[]): Promise<DroppedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    // Of a folder only its pictures are taken. A file that is dropped by itself is refused by name.
    return folders.length > 0 && !pictureName.test(entry.name) ? [] : [{ file, folders }]
  }
  if (!isFolder(entry)) return []
  const below = [...folders, entry.name]
  return filesOfAll(await entriesOf(entry), below)
}

/** A reader gives some entries at a time, and none at the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
