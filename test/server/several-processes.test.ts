import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { picture } from '../support/pictures.ts'
import { formOf } from '../support/question.ts'
import { eventually, startServer, type TestServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared-folder.ts'

type Admin = ReturnType<typeof adminOf>

/** An admin of one process. */
function adminOf(server: TestServer) {
  const send = async (line: string, json?: unknown) => {
    const answer = await server.admin(line, json)
    const text = await answer.text()
    return { status: answer.status, text, data: JSON.parse(text).data }
  }
  return {
    send,
    served: async (path: string) => {
      const answer = await fetch(`${server.url}/uploads/${encodeURI(path)}`)
      return answer.status === 200 ? hex(await answer.bytes()) : answer.status
    },
    upload: async (folder: string, name: string, ...contents: Uint8Array[]) => {
      const body = formOf({}, folder)
      for (const content of contents) body.append('files', new File([Buffer.from(content)], name))
      return send('POST /api/upload', body)
    },
    moveFolder: (path: string, newPath: string) => send('PATCH /api/folders', { path, newPath }),
    deleteFolder: (path: string) => send('DELETE /api/folders', { path, recursive: true }),
    moveImages: (images: string[], folder: string) =>
      send('POST /api/images/move', { images, folder }),
    deleteImages: (images: string[]) => send('DELETE /api/images', { images }),
    /** The paths of what is in the trash, below a folder. */
    trashed: async (folder: string) => {
      const { items } = await server.told('GET /api/trash')
      return items.flatMap(({ path }: Item) => (path.startsWith(folder) ? path : []))
    },
    /** The names of the images of a folder. */
    list: async (path: string): Promise<string[] | undefined> => {
      const { status, data } = await send(`GET /api/folders?path=${encodeURIComponent(path)}`)
      return status === 200 ? data.images.map(({ name }: { name: string }) => name) : undefined
    },
  }
}

/** What an answer says of an item of the trash. */
type Item = Record<'id' | 'path' | 'status', string>

const hex = (content: Uint8Array) => Buffer.from(content).toString('hex')

/** The pictures in a folder: their contents by their paths. Some may go away meanwhile. */
async function picturesIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const paths = names.filter((name) => name.endsWith('.jpg') && !name.startsWith('.'))
  const contents = await Promise.allSettled(paths.map((path) => readFile(join(folder, path))))
  return new Map(
    contents.flatMap((content, index) =>
      content.status === 'fulfilled' ? [[paths[index] ?? '', hex(content.value)] as const] : [],
    ),
  )
}

/** Three processes on one folder, and an admin of each. Each test has folders of its own in it. */
async function startThree() {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(await sharedFolder(3))
  const start = async (index: number) => {
    const server = stack.use(await startServer({ env: { UPLOADS_DIR: folder.paths[index] } }))
    // So that all are logged in when they ask at one moment.
    await server.told('GET /api/admin')
    return adminOf(server)
  }
  const admins: [Admin, Admin, Admin] = [await start(0), await start(1), await start(2)]
  const at = (path: string) => join(folder.path, path)
  return {
    admins,
    at,
    /** The pictures below a folder of a test: their contents by their paths. */
    pictures: async (folder: string) => {
      const found = await picturesIn(at(folder))
      return new Map(Array.from(found, ([path, content]) => [`${folder}/${path}`, content]))
    },
    /** Waits until all processes show these images in a folder, or none where there is no folder. */
    allShow: (path: string, images: string[] | undefined) =>
      eventually(async () => {
        const shown = await Promise.all(admins.map((admin) => admin.list(path)))
        return shown.every((each) => Bun.deepEquals(each, images))
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

let processes: Awaited<ReturnType<typeof startThree>>
beforeAll(async () => {
  processes = await startThree()
})
afterAll(() => processes[Symbol.asyncDispose]())

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const pathOf = ({ data }: { data: { uploadedFiles: Item[] } }) => data.uploadedFiles[0]?.path ?? ''

describe('several processes on one folder', () => {
  test.concurrent('show what one of them has stored, moved and deleted', async () => {
    const { admins, allShow } = processes
    const [first, second, third] = admins
    expect((await first.upload('shown', 'a.jpg', picture(1))).status).toBe(200)
    expect((await second.upload('shown', 'b.jpg', picture(2))).status).toBe(200)
    expect((await third.upload('shown/gone', 'c.jpg', picture(3))).status).toBe(200)
    await allShow('shown', ['a.jpg', 'b.jpg'])
    await allShow('shown/gone', ['c.jpg'])
    expect((await third.moveFolder('shown', '2024/shown')).status).toBe(200)
    await allShow('shown', undefined)
    await allShow('2024/shown', ['a.jpg', 'b.jpg'])
    expect((await first.moveImages(['2024/shown/a.jpg'], '2024')).status).toBe(200)
    expect((await second.deleteImages(['2024/shown/b.jpg'])).data.totalDeleted).toBe(1)
    expect((await third.deleteFolder('2024/shown/gone')).status).toBe(200)
    await allShow('2024', ['a.jpg'])
    await allShow('2024/shown', [])
    await allShow('2024/shown/gone', undefined)
  })

  test.concurrent(
    'restore what another one empties at that moment, or delete it, never both or half',
    async () => {
      const { admins, allShow, pictures } = processes
      const [first, second] = admins
      const folders = numbers(12).map((number) => `bin/trips/${number}`)
      const contents = numbers(60).map(picture)
      await first.upload('bin', 'a.jpg', ...contents)
      for (const folder of folders)
        await first.upload(`${folder}/day`, 'b.jpg', ...contents.slice(0, 3))
      const images = (await first.list('bin'))?.map((name) => `bin/${name}`)
      const { data } = await first.send('POST /api/trash', { images, folders })
      const ids: string[] = data.trashedItems.map(({ id }: Item) => id)
      for (const admin of admins) expect(await admin.trashed('bin')).toHaveLength(ids.length)
      await allShow('bin', [])
      const [restored, deleted] = await Promise.all([
        first.send('POST /api/trash/restore', { ids }),
        second.send('DELETE /api/trash', { ids: ids.toReversed() }),
      ])
      expect([restored.status, deleted.status]).toEqual([200, 200])
      const back = restored.data.restoredItems.filter((each: Item) => each.status === 'restored')
      const gone = deleted.data.deletedItems.filter((each: Item) => each.status === 'deleted')
      expect([...back, ...gone].map(({ id }: Item) => id).toSorted()).toEqual(ids.toSorted())
      const expected: string[] = back.flatMap(({ path }: Item) =>
        folders.includes(path)
          ? ['b-1', 'b-2', 'b'].map((name) => `${path}/day/${name}.jpg`)
          : path,
      )
      expect([...(await pictures('bin')).keys()].toSorted()).toEqual(expected.toSorted())
      for (const admin of admins) expect(await admin.trashed('bin')).toEqual([])
      const direct = expected.filter((path) => !path.startsWith('bin/trips/'))
      for (const { list } of admins)
        await eventually(async () => (await list('bin'))?.length === direct.length)
    },
  )

  test.concurrent(
    'store under the path that they answer, whatever another one has just moved or deleted',
    async () => {
      const { admins, allShow, at, pictures } = processes
      const [first, second] = admins
      const meet = async (fate: string) => {
        await first.upload(fate, 'a.jpg', picture(fate))
        await allShow(fate, ['a.jpg'])
        await second.upload(fate, 'b.jpg', picture(`${fate} too`))
        // NFS keeps a file that is open, and with it the folder.
        await using opened = await open(at(`${fate}/a.jpg`))
        await opened.read(Buffer.alloc(1))
        const change = await (fate === 'fates/deleted'
          ? first.deleteFolder(fate)
          : first.moveFolder(fate, `${fate} away`))
        expect(change.status).toBe(200)
        if (fate === 'fates/made again')
          await first.send('POST /api/folders', { path: fate, name: 'made again' })
        const path = pathOf(await second.upload(fate, 'c.jpg', picture(`new in ${fate}`)))
        expect((await pictures('fates')).get(path)).toBe(hex(picture(`new in ${fate}`)))
      }
      await Promise.all(['fates/moved', 'fates/deleted', 'fates/made again'].map(meet))
    },
  )

  test.concurrent('change what has a path at that moment, not what had it before', async () => {
    const { admins, allShow, pictures } = processes
    const [first, second] = admins
    const changes = {
      delete: async () => (await second.deleteFolder('now/delete')).status === 200,
      move: async () => (await second.moveFolder('now/move', 'now/target')).status === 200,
      'delete in': async () =>
        (await second.deleteImages(['now/delete in/a.jpg'])).data.totalDeleted === 1,
      'move from': async () =>
        (await second.moveImages(['now/move from/a.jpg'], 'now/images')).data.totalMoved === 1,
    }
    const meet = async ([name, change]: [string, () => Promise<boolean>]) => {
      const path = `now/${name}`
      await first.upload(path, 'a.jpg', picture(`old ${name}`))
      await allShow(path, ['a.jpg'])
      await second.served(`${path}/a.jpg`)
      await first.moveFolder(path, `now/old/${name}`)
      await first.upload(path, 'a.jpg', picture(`new ${name}`))
      // It may have looked when there was nothing, and looks again within two seconds.
      await eventually(change)
    }
    await Promise.all(Object.entries(changes).map(meet))
    const expected = Object.keys(changes).map((name) => [`now/old/${name}/a.jpg`, `old ${name}`])
    expected.push(['now/target/a.jpg', 'new move'], ['now/images/a.jpg', 'new move from'])
    expect(Object.fromEntries(await pictures('now'))).toEqual(
      Object.fromEntries(expected.map(([path, salt = '']) => [path, hex(picture(salt))])),
    )
    expect(await second.served('now/target/a.jpg')).toBe(hex(picture('new move')))
    expect(await second.served('now/images/a.jpg')).toBe(hex(picture('new move from')))
  })

  test('serve at once what is uploaded at one moment, under names of its own, and once where it is the same', async () => {
    const { admins, pictures } = processes
    const contents = numbers(30).map(picture)
    const answers = await Promise.all(
      contents.map((content, index) => admins[index % 3]?.upload('names/new', 'x.jpg', content)),
    )
    for (const [index, answer] of answers.entries()) {
      const path = answer && pathOf(answer)
      for (const { served } of admins)
        expect(await served(path ?? '')).toBe(hex(contents[index] ?? Buffer.alloc(0)))
    }
    expect(new Set((await pictures('names')).values()).size).toBe(contents.length)
    for (const number of numbers(5)) {
      const uploads = admins.map(({ upload }) => upload(`same/${number}`, 'x.jpg', picture(1)))
      const paths = (await Promise.all(uploads)).map(pathOf)
      expect(paths).toEqual(paths.map(() => `same/${number}/x.jpg`))
    }
    expect((await pictures('same')).size).toBe(5)
  })

  test('move one picture or folder of one moment once, and pictures of one name to names of their own', async () => {
    const { admins, allShow, pictures } = processes
    const all = numbers(10)
    for (const index of all) await admins[0].upload('moves/from', `${index}.jpg`, picture(index))
    await allShow(
      'moves/from',
      all.map((index) => `${index}.jpg`),
    )
    for (const index of all) {
      const answers = await Promise.all(
        admins.map((admin, each) =>
          admin.moveImages([`moves/from/${index}.jpg`], `moves/to ${each}`),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const moved = answers.map(({ data }) => String(data.movedImages[0].status))
      expect(moved.toSorted()).toEqual(['moved', 'not_found', 'not_found'])
    }
    for (const [index, { upload }] of admins.entries())
      await upload(`moves/own ${index}`, 'same.jpg', picture(`same ${index}`))
    const answers = await Promise.all(
      admins.map((admin, index) => admin.moveImages([`moves/own ${index}/same.jpg`], 'moves/all')),
    )
    const found = await pictures('moves')
    for (const [index, { data }] of answers.entries()) {
      expect(found.get(data.movedImages[0].newPath)).toBe(hex(picture(`same ${index}`)))
    }
    expect(found.size).toBe(all.length + admins.length)
    for (const round of all) {
      for (const [index, { upload }] of admins.entries())
        await upload(`folders/${round} of ${index}`, 'a.jpg', picture(`${round} ${index}`))
      const answers = await Promise.all(
        admins.map((admin, index) =>
          admin.moveFolder(`folders/${round} of ${index}`, `folders/all/${round}`),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    }
    expect((await pictures('folders')).size).toBe(30)
  })

  test('delete a folder at one moment once, and count every picture in it once', async () => {
    const { admins, allShow, pictures } = processes
    const paths = numbers(10).map((round) => `once/${round}`)
    for (const path of paths) {
      await admins[0].upload(path, 'a.jpg', picture(1), picture(2), picture(3))
    }
    for (const path of paths) {
      await allShow(path, ['a-1.jpg', 'a-2.jpg', 'a.jpg'])
      const answers = await Promise.all(admins.map((admin) => admin.deleteFolder(path)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
      expect(answers.find(({ status }) => status === 200)?.data.totalImages).toBe(3)
    }
    expect((await pictures('once')).size).toBe(0)
  })

  test.each(['moved', 'deleted'] as const)(
    'store every upload into a folder that is being %s',
    async (fate) => {
      const { admins, at, pictures } = processes
      const acknowledged: string[] = []
      const end = new AbortController()
      const uploading = admins.map(async (admin, index) => {
        for (const number of numbers(40)) {
          const some = [1, 2, 3].map((each) => picture(`${fate} ${index} ${number} ${each}`))
          const { status, text } = await admin.upload(`busy ${fate}/in/deep`, 'a.jpg', ...some)
          expect(status, text).toBe(200)
          acknowledged.push(...some.map(hex))
        }
      })
      const all = Promise.all(uploading).finally(() => end.abort())
      all.catch(() => undefined)
      // As a process on another machine does, but without waiting until it sees the folder.
      let moves = 0
      const deleted: string[] = []
      for (let round = 0; !end.signal.aborted; round += 1) {
        const aside = fate === 'moved' ? `busy ${fate}/${round}` : `.photo-frame/staging/${round}`
        const isMoved = await rename(at(`busy ${fate}/in`), at(aside)).then(
          () => true,
          () => false,
        )
        if (isMoved) moves += 1
        if (isMoved && fate === 'deleted') {
          // An upload may store something in it meanwhile, or take it back with the folder.
          const last = await picturesIn(at(aside))
          deleted.push(...last.values())
          await rm(at(aside), { recursive: true }).catch(() => undefined)
        }
        await Bun.sleep(50)
      }
      await all
      expect(moves).toBeGreaterThan(0)
      const stored = async () => [...(await pictures(`busy ${fate}`)).values()]
      // A mount may show a folder late that was made on another one.
      const missing = async () => {
        const known = new Set([...(await stored()), ...deleted])
        return acknowledged.filter((content) => !known.has(content))
      }
      await eventually(async () => (await missing()).length === 0).catch(() => undefined)
      expect(await missing()).toEqual([])
      expect(await stored()).toHaveLength(new Set(await stored()).size)
    },
  )
})
