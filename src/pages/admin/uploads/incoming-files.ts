import { useState } from 'preact/hooks'
import { useListener } from '../lib/use-listener.ts'

/** A file that was dropped or picked, and the folders that it was in, seen from what was dropped. */
export interface IncomingFile {
  file: File
  folders: string[]
}

/**
 * Takes files that are dropped anywhere on the page or pasted.
 * @returns whether files are held over the page.
 */
export function useIncomingFiles(onFiles: (files: IncomingFile[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = (data: DataTransfer | null) => {
    setOver(false)
    if (hasFiles(data)) void droppedFiles(data).then(onFiles)
  }
  useListener('paste', ({ clipboardData }) => take(clipboardData))
  useListener('drop', ({ dataTransfer }) => take(dataTransfer))
  useListener('dragover', ({ dataTransfer }) => setOver(hasFiles(dataTransfer)))
  useListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
  return isOver
}

const pictureName = /\.(jpe?g|png|gif|webp|heic|heif|avifs?)$/i

/** Of a folder only its pictures are taken. A file by itself is refused by name. */
export const isWanted = ({ file, folders }: IncomingFile) =>
  folders.length === 0 ||
  (pictureName.test(file.name) && ![...folders, file.name].some((each) => each.startsWith('.')))

/** Lists all pictures of a drop or a paste, those in folders too. */
async function droppedFiles(data: DataTransfer): Promise<IncomingFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...data.files].map((file) => ({ file, folders: [] }))
  return (await filesOfAll(entries, [])).filter(isWanted)
}

/** Whether a drop or a paste brings files or folders. */
const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.includes('Files') ?? false

/** What can't be read any more is left out: it must not keep the others away. */
async function filesOfAll(
  entries: readonly FileSystemEntry[],
  folders: string[],
): Promise<IncomingFile[]> {
  const found = await Promise.allSettled(entries.map((entry) => filesOf(entry, folders)))
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

// Chromium has no names for the interfaces, so that `instanceof` fails there.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function filesOf(entry: FileSystemEntry, folders: string[]): Promise<IncomingFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ file, folders }]
  }
  return isFolder(entry) ? filesOfAll(await entriesOf(entry), [...folders, entry.name]) : []
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
