import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jpeg } from '../../support/pictures.ts'
import type { Service } from '../processes.ts'

/** How long the service is waited for, in seconds. */
const giveUpAfter = 60

/** How long nobody changes anything at first, in milliseconds: caches trust what is old the longest. */
const quietTime = 8000

interface Listing {
  folders: { name: string; imageCount: number }[]
  images: { name: string; size: number }[]
}

type Client = ReturnType<typeof clientOf>

/** Looks at folders and pictures, of which none may be known yet. */
const clientOf = ({ ask }: Service) => ({
  list: async (folder: string): Promise<Listing> => {
    const answer = await ask(`GET /api/folders?path=${folder}`)
    return JSON.parse(await answer.text()).data ?? { folders: [], images: [] }
  },
  picture: async (path: string) =>
    Buffer.from(await (await ask(`GET /uploads/${path}`)).arrayBuffer()),
})

/** A change that another program makes, and whether the service shows it. */
interface Change {
  work: string
  make: () => Promise<unknown>
  isShown: () => Promise<boolean>
}

/** How long the service went on showing what was before a change. */
interface Staleness {
  work: string
  seconds: number
}

/**
 * Copies in, replaces, renames and removes pictures and folders as another program does, and
 * measures after each change when the last request began that was answered as if before it.
 * @param behind where the other program changes files.
 */
export async function measureStaleness(service: Service, behind: string): Promise<Staleness[]> {
  const client = clientOf(service)
  const measured: Staleness[] = []
  for (const folder of ['', 'trip']) await prepare(join(behind, folder))
  await stalenessOf(async () => (await client.list('trip')).images.length === 1)
  const quietUntil = performance.now() + quietTime
  await stalenessOf(async () => {
    await client.list('')
    return performance.now() > quietUntil
  })
  const changes = [...picturesIn('', client, behind), ...picturesIn('trip', client, behind)]
  for (const { work, make, isShown } of [...changes, ...foldersIn(client, behind)]) {
    await make()
    measured.push({ work, seconds: await stalenessOf(isShown) })
  }
  return measured
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'old.jpg'), jpeg({ width: 4, height: 3 }))
}

async function stalenessOf(isShown: () => Promise<boolean>): Promise<number> {
  const from = performance.now()
  for (let stale = 0; ;) {
    const asked = (performance.now() - from) / 1000
    if (await isShown()) return stale
    stale = asked
    if (stale > giveUpAfter) return stale
    await Bun.sleep(100)
  }
}

function picturesIn(folder: string, client: Client, behind: string): Change[] {
  const where = folder === '' ? 'in the root' : 'in a folder'
  const at = (name: string) => join(behind, folder, name)
  const path = (name: string) => join(folder, name)
  const names = async () => (await client.list(folder)).images.map(({ name }) => name)
  const shows = (name: string, content: Buffer) => async () => {
    const { images } = await client.list(folder)
    const isListed = images.some((image) => image.name === name && image.size === content.length)
    return isListed && (await client.picture(path(name))).equals(content)
  }
  const contents = ['first', 'longer second', 'even longer third'].map((salt) =>
    jpeg({ width: 40, height: 30, salt }),
  )
  const [first = Buffer.alloc(0), second = first, third = first] = contents
  return [
    {
      work: `copied in ${where}`,
      make: () => writeFile(at('new.jpg'), first),
      isShown: shows('new.jpg', first),
    },
    {
      work: `overwritten ${where}`,
      make: () => writeFile(at('new.jpg'), second),
      isShown: shows('new.jpg', second),
    },
    {
      work: `replaced by a rename ${where}`,
      make: async () => {
        await writeFile(at('.new.jpg.part'), third)
        await rename(at('.new.jpg.part'), at('new.jpg'))
      },
      isShown: shows('new.jpg', third),
    },
    {
      work: `renamed ${where}`,
      make: () => rename(at('new.jpg'), at('renamed.jpg')),
      isShown: async () => (await names()).join() === 'old.jpg,renamed.jpg',
    },
    {
      work: `removed ${where}`,
      make: () => rm(at('renamed.jpg')),
      isShown: async () => (await names()).join() === 'old.jpg',
    },
  ]
}

function foldersIn(client: Client, behind: string): Change[] {
  const folders = async () =>
    (await client.list('')).folders.map(({ name, imageCount }) => `${name} ${imageCount}`).join()
  return [
    {
      work: 'folder made',
      make: () => prepare(join(behind, 'made')),
      isShown: async () => (await folders()) === 'made 1,trip 1',
    },
    {
      work: 'folder renamed',
      make: () => rename(join(behind, 'made'), join(behind, 'other')),
      isShown: async () => (await folders()) === 'other 1,trip 1',
    },
    {
      work: 'folder removed',
      make: () => rm(join(behind, 'other'), { recursive: true }),
      isShown: async () => (await folders()) === 'trip 1',
    },
  ]
}
