import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Table } from '../../src/store/table.ts'
import { trashedSchema } from '../../src/trash/trashed.ts'
import { seededRandom } from './collection.ts'
import { jpeg } from './pictures.ts'
import { startServer, type TestServer } from './server.ts'
import { temporaryFolder } from './temporary.ts'

const [folders, perFolder, processes] = [6, 20, 3]

const hashOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha1').update(bytes).digest('hex')

async function idsInTrash(told: TestServer['told']): Promise<string[]> {
  const { items } = await told('GET /api/trash')
  return items.map(({ id }: { id: string }) => id)
}

/**
 * Kills one of three processes on a folder, at any moment of deleting, restoring, moving and expiring, again
 * and again, and looks each time where every picture is.
 * @returns how often that was, and what was wrong: pictures that were nowhere, or in two places.
 */
export async function killAmongTrash(kills: number, seed: number) {
  const random = seededRandom(seed)
  const upTo = (limit: number) => Math.floor(random() * limit)
  const some = <Value>(values: readonly Value[]) => {
    const from = upTo(values.length)
    return values.slice(from, from + 1 + upTo(40))
  }
  await using folder = await temporaryFolder()
  await using stack = new AsyncDisposableStack()
  const all = new Set<string>()
  for (let index = 0; index < folders * perFolder; index += 1) {
    const content = jpeg({ width: 4, height: 3, salt: index })
    all.add(hashOf(content))
    await Bun.write(join(folder.path, `f${index % folders}`, `${index}.jpg`), content)
  }
  const start = async () => {
    const server = stack.use(await startServer({ env: { UPLOADS_DIR: folder.path } }))
    // So that it is logged in before it is killed.
    await idsInTrash(server.told)
    return server
  }
  const servers: TestServer[] = []
  for (let index = 0; index < processes; index += 1) servers.push(await start())
  const table = new Table({
    folder: { root: folder.path, path: '.photo-frame', verify: async () => undefined },
    name: 'trash.json',
    isShared: true,
    schema: trashedSchema,
    onNotice: () => undefined,
  })

  /** Pictures whose time is over. */
  const expired = new Set<string>()
  const faults: string[] = []
  const counts = { trashed: 0, restored: 0, moved: 0 }

  async function expireOne(): Promise<void> {
    const ids = await readdir(join(folder.path, '.photo-frame/trash'))
    const id = ids[upTo(ids.length)]
    const file = Bun.file(join(folder.path, '.photo-frame/trash', id ?? 'none'))
    const isFile = await file.stat().then(
      (stat) => stat.isFile(),
      () => false,
    )
    if (id === undefined || !isFile) return
    await table.change((values) => {
      const item = values.get(id)
      return item === undefined ? [] : [[id, { ...item, deleted: 0 }]]
    })
    expired.add(hashOf(await file.bytes()))
  }

  /** Each process does one thing most often, so that few kills meet all of them. */
  async function work({ admin, told }: TestServer, index: number): Promise<void> {
    const kind = random() < 0.8 ? index : upTo(processes)
    if (kind === 0) {
      const ids = some(await idsInTrash(told))
      if (ids.length > 0) await admin('POST /api/trash/restore', { ids })
      counts.restored += ids.length
      return
    }
    const root = await told('GET /api/folders')
    const path = root.folders[upTo(root.folders.length)]?.path
    if (path === undefined) return
    if (kind === 1 && random() < 0.25) {
      await admin('POST /api/trash', { folders: [path] })
      counts.trashed += 1
      return
    }
    const listing = await told(`GET /api/folders?path=${path}`)
    const images = some(listing.images.map((image: { path: string }) => image.path))
    if (images.length === 0) return
    if (kind === 2) {
      await admin('POST /api/images/move', { images, folder: `f${upTo(folders)}` })
      counts.moved += images.length
      return
    }
    await admin('POST /api/trash', { images })
    counts.trashed += images.length
  }

  /** Where each picture is, and how often. */
  async function look(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>()
    const names = await readdir(folder.path, { recursive: true, withFileTypes: true })
    for (const entry of names.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const isTrashed = path.includes('/.photo-frame/trash/')
      if (path.includes('/.photo-frame/') && !isTrashed) continue
      // What has expired may go at this very moment.
      const content = await Bun.file(path)
        .bytes()
        .catch(() => undefined)
      if (content === undefined) continue
      const hash = hashOf(content)
      found.set(hash, [...(found.get(hash) ?? []), path])
      if (!all.has(hash)) faults.push(`${path} is none of the pictures`)
    }
    return found
  }

  for (let kill = 0; kill < kills; kill += 1) {
    if (kill % 5 === 4) await expireOne()
    const working = Promise.allSettled(servers.map(work))
    await Bun.sleep(random() < 0.5 ? upTo(12) : upTo(60))
    const victim = kill % processes
    await servers[victim]?.stop('SIGKILL')
    await working
    const found = await look()
    for (const hash of all) {
      const paths = found.get(hash) ?? []
      if (paths.length > 1) faults.push(`kill ${kill}: in two places: ${paths.join(', ')}`)
      if (paths.length === 0 && !expired.has(hash)) faults.push(`kill ${kill}: ${hash} is nowhere`)
    }
    servers[victim] = await start()
  }
  // What the processes say in the end is what there is.
  for (const { told } of servers) {
    const left = await readdir(join(folder.path, '.photo-frame/trash'))
    expect(left).toEqual(expect.arrayContaining(await idsInTrash(told)))
  }
  return { kills, faults, ...counts, expired: expired.size }
}
