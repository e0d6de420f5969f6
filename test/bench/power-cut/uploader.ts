/**
 * Runs in the virtual machine: uploads pictures to the service on the mounted disk, moves them to the
 * trash and back, and marks what it asks for and what the service has acknowledged.
 */
import { jpeg } from '../../support/pictures.ts'
import { formOf } from '../../support/question.ts'
import { startService } from '../processes.ts'
import { mark } from './mark.ts'

const seconds = Number(process.argv[2])
let acknowledged = 0

const { told, ask, stop } = await startService('/mnt')
const hashOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha1').update(bytes).digest('hex')

/** Where pictures are, by their hashes. */
const shown = new Map<string, string>()
const trashed = new Map<string, string>()

function acknowledge(places: Map<string, string>, hash: string, path: string): void {
  shown.delete(hash)
  trashed.delete(hash)
  places.set(hash, path)
  mark(`acknowledged ${hash} ${path}`)
  acknowledged += 1
}

const someOf = (places: ReadonlyMap<string, string>, count: number) =>
  [...places].toSorted(() => Math.random() - 0.5).slice(0, count)

const trashAt = (item: string) => `.photo-frame/trash/${item}`

async function moveToTrash(): Promise<void> {
  const some = someOf(shown, 4)
  for (const [hash] of some) mark(`moving ${hash}`)
  const data = await told('POST /api/trash', { images: some.map(([, path]) => path) })
  for (const [index, item] of data.trashedItems.entries()) {
    if (item.id !== null) acknowledge(trashed, some[index]?.[0] ?? '', trashAt(item.id))
  }
}

async function moveFolderToTrash(): Promise<void> {
  const folder = someOf(shown, 1)[0]?.[1].split('/').slice(0, -1).join('/') ?? ''
  const below = [...shown].filter(([, path]) => path.startsWith(`${folder}/`))
  if (folder === '') return
  for (const [hash] of below) mark(`moving ${hash}`)
  const { trashedItems } = await told('POST /api/trash', { folders: [folder] })
  for (const [hash, path] of below) {
    acknowledge(trashed, hash, trashAt(trashedItems[0].id) + path.slice(folder.length))
  }
}

/** What lies in the trash, by the ids of the items. */
const itemsOf = (places: Iterable<readonly [hash: string, path: string]>) =>
  Map.groupBy(places, ([, path]) => path.split('/')[2] ?? '')

async function restore(): Promise<void> {
  const items = itemsOf(trashed)
  const ids = [...items.keys()].toSorted(() => Math.random() - 0.5).slice(0, 3)
  if (ids.length === 0) return
  for (const id of ids) for (const [hash] of items.get(id) ?? []) mark(`moving ${hash}`)
  const { restoredItems } = await told('POST /api/trash/restore', { ids })
  for (const { id, newPath } of restoredItems) {
    for (const [hash, path] of items.get(id) ?? []) {
      acknowledge(shown, hash, newPath + path.slice(trashAt(id).length))
    }
  }
}

async function deleteForGood(): Promise<void> {
  const [id, pictures = []] = [...itemsOf(trashed)][0] ?? []
  if (id === undefined) return
  for (const [hash] of pictures) mark(`leaving ${hash}`)
  await told('DELETE /api/trash', { ids: [id] })
  for (const [hash] of pictures) {
    trashed.delete(hash)
    mark(`removed ${hash}`)
  }
}

const changes = [moveToTrash, restore, moveToTrash, moveFolderToTrash, restore, deleteForGood]

const end = Date.now() + seconds * 1000
for (let request = 0; Date.now() < end; request += 1) {
  const contents = Array.from({ length: 1 + (request % 4) }, (_, index) => {
    const salt = `${request} ${index} `.repeat(1 + ((request * 7919) % 9000))
    return jpeg({ width: 4, height: 3, salt })
  })
  const hashes = contents.map(hashOf)
  for (const hash of hashes) mark(`sent ${hash}`)
  const files = Object.fromEntries(contents.map((content, index) => [`${index}.jpg`, content]))
  const folder = request % 3 === 0 ? '' : `trip ${request % 20}/day ${request % 7}`
  const { uploadedFiles } = await told('POST /api/upload', formOf(files, folder))
  for (const [index, { path }] of uploadedFiles.entries()) {
    acknowledge(shown, hashes[index] ?? '', path)
  }
  await ask('GET /api/images/random?frame=hall')
  await changes[request % changes.length]?.()
}
console.log(`${acknowledged} pictures and moves acknowledged`)
await stop('SIGKILL')
