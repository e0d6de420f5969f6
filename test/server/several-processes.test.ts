import { describe, expect, test } from 'bun:test'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { picture } from '../support/pictures.ts'
import { formOf } from '../support/question.ts'
import { eventually, startServer, type TestServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared-folder.ts'

/** An admin of one process. */
function adminOf(server: TestServer) {
  const send = async (line: string, json: unknown) => read(await server.admin(line, json))
  return {
    url: server.url,
    upload: async (folder: string, name: string, ...contents: Uint8Array[]) => {
      const body = formOf({}, folder)
      for (const content of contents) body.append('files', new File([Buffer.from(content)], name))
      return read(await server.admin('POST /api/upload', body))
    },
    createFolder: (path: string) =>
      send('POST /api/folders', { path, name: path.split('/').at(-1) }),
    moveFolder: (path: string, newPath: string) => send('PATCH /api/folders', { path, newPath }),
    deleteFolder: (path: string) => send('DELETE /api/folders', { path, recursive: true }),
    moveImages: (images: string[], folder: string) =>
      send('POST /api/images/move', { images, folder }),
    deleteImages: (images: string[]) => send('DELETE /api/images', { images }),
    trash: (images: string[], folders: string[] = []) =>
      send('POST /api/trash', { images, folders }),
    restore: (ids: string[]) => send('POST /api/trash/restore', { ids }),
    deleteTrashed: (ids: string[]) => send('DELETE /api/trash', { ids }),
    trashed: async () => {
      const { items } = await server.told('GET /api/trash')
      return items.map(({ path }: { path: string }) => path)
    },
    list: async (path: string) => {
      const answer = await server.ask(`GET /api/folders?path=${encodeURIComponent(path)}`)
      if (answer.status !== 200) return undefined
      const { images, folders } = (await read(answer)).data
      const nameOf = ({ name }: { name: string }) => name
      return { images: images.map(nameOf), folders: folders.map(nameOf) }
    },
  }
}

async function read(answer: Response) {
  const text = await answer.text()
  return { status: answer.status, text, data: JSON.parse(text).data }
}

/** What an answer says of an item of the trash. */
type Item = Record<'id' | 'path' | 'status', string>

type Admin = ReturnType<typeof adminOf>

const hex = (content: Uint8Array) => Buffer.from(content).toString('hex')

/** The pictures in a folder: their contents by their paths. Some may go away meanwhile. */
async function picturesIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true })
  const paths = names.filter((name) => name.endsWith('.jpg') && !name.startsWith('.'))
  const contents = await Promise.allSettled(paths.map((path) => readFile(join(folder, path))))
  return new Map(
    contents.flatMap((content, index) =>
      content.status === 'fulfilled' ? [[paths[index] ?? '', hex(content.value)] as const] : [],
    ),
  )
}

/** Three processes on one folder, and an admin of each. */
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
  return {
    admins,
    at: (path: string) => join(folder.path, path),
    /** The pictures on the disk: their contents by their paths. */
    pictures: () => picturesIn(folder.path),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

describe('several processes on one folder', () => {
  test.concurrent('show what one of them has stored, moved and deleted', async () => {
    await using processes = await startThree()
    const [first, second, third] = processes.admins
    const allShow = (path: string, images: string[] | undefined) =>
      eventually(async () => {
        const shown = await Promise.all(processes.admins.map((admin) => admin.list(path)))
        return shown.every((each) => Bun.deepEquals(each?.images, images))
      })
    expect((await first.upload('rome', 'a.jpg', picture(1))).status).toBe(200)
    await allShow('rome', ['a.jpg'])
    expect((await second.upload('rome', 'b.jpg', picture(2))).status).toBe(200)
    await allShow('rome', ['a.jpg', 'b.jpg'])
    expect((await third.moveFolder('rome', '2024/rome')).status).toBe(200)
    await allShow('rome', undefined)
    await allShow('2024/rome', ['a.jpg', 'b.jpg'])
    expect((await first.moveImages(['2024/rome/a.jpg'], '2024')).status).toBe(200)
    await allShow('2024', ['a.jpg'])
    expect((await second.deleteImages(['2024/a.jpg'])).data.totalDeleted).toBe(1)
    await allShow('2024', [])
    expect((await third.deleteFolder('2024')).status).toBe(200)
    await allShow('2024', undefined)
  })

  test.concurrent(
    'restore what another one empties at that moment, or delete it, never both or half',
    async () => {
      await using processes = await startThree()
      const [first, second] = processes.admins
      const folders = Array.from({ length: 12 }, (_, index) => `trips/${index}`)
      const contents = Array.from({ length: 60 }, (_, index) => picture(index))
      await first.upload('', 'a.jpg', ...contents)
      for (const folder of folders)
        await first.upload(`${folder}/day`, 'b.jpg', ...contents.slice(0, 3))
      const images = (await first.list(''))?.images
      const { data } = await first.trash(images, folders)
      const ids: string[] = data.trashedItems.map(({ id }: { id: string }) => id)
      for (const admin of processes.admins) {
        expect(await admin.trashed()).toHaveLength(ids.length)
        await eventually(async () => (await admin.list(''))?.images.length === 0)
      }
      const [restored, deleted] = await Promise.all([
        first.restore(ids),
        second.deleteTrashed(ids.toReversed()),
      ])
      expect([restored.status, deleted.status]).toEqual([200, 200])
      const back = restored.data.restoredItems.filter((each: Item) => each.status === 'restored')
      const gone = deleted.data.deletedItems.filter((each: Item) => each.status === 'deleted')
      expect([...back, ...gone].map(({ id }: Item) => id).toSorted()).toEqual(ids.toSorted())
      const expected = back.flatMap(({ path }: Item) =>
        folders.includes(path)
          ? ['b-1', 'b-2', 'b'].map((name) => `${path}/day/${name}.jpg`)
          : path,
      )
      expect([...(await processes.pictures()).keys()].toSorted()).toEqual(expected.toSorted())
      const inRoot = expected.filter((path: string) => !path.includes('/'))
      for (const admin of processes.admins) {
        expect(await admin.trashed()).toEqual([])
        await eventually(async () => (await admin.list(''))?.images.length === inRoot.length)
      }
    },
  )

  test.concurrent(
    'store under the path that they answer, whatever another one has just moved or deleted',
    async () => {
      await using processes = await startThree()
      const [first, second] = processes.admins
      for (const fate of ['moved', 'deleted', 'made again'] as const) {
        await first.upload(fate, 'a.jpg', picture(fate))
        await eventually(async () => (await second.list(fate))?.images.length === 1)
        await second.upload(fate, 'b.jpg', picture(`${fate} too`))
        // NFS keeps a file that is open, and with it the folder.
        await using opened = await open(processes.at(`${fate}/a.jpg`))
        await opened.read(Buffer.alloc(1))
        const change = await (fate === 'deleted'
          ? first.deleteFolder(fate)
          : first.moveFolder(fate, `${fate} away`))
        expect(change.status).toBe(200)
        if (fate === 'made again') await first.createFolder(fate)
        const answer = await second.upload(fate, 'c.jpg', picture(`new in ${fate}`))
        const [{ path }] = answer.data.uploadedFiles
        expect((await processes.pictures()).get(path)).toBe(hex(picture(`new in ${fate}`)))
      }
    },
  )

  test.concurrent('change what has a path at that moment, not what had it before', async () => {
    await using processes = await startThree()
    const [first, second] = processes.admins
    const changes = {
      delete: async () => (await second.deleteFolder('delete')).status === 200,
      move: async () => (await second.moveFolder('move', 'target')).status === 200,
      'delete in': async () =>
        (await second.deleteImages(['delete in/a.jpg'])).data.totalDeleted === 1,
      'move from': async () =>
        (await second.moveImages(['move from/a.jpg'], 'images')).data.totalMoved === 1,
    }
    for (const [path, change] of Object.entries(changes)) {
      await first.upload(path, 'a.jpg', picture(`old ${path}`))
      await eventually(async () => (await second.list(path))?.images.length === 1)
      expect((await fetch(`${second.url}/uploads/${encodeURI(path)}/a.jpg`)).status).toBe(200)
      await first.moveFolder(path, `old/${path}`)
      await first.upload(path, 'a.jpg', picture(`new ${path}`))
      // It may have looked when there was nothing, and looks again within two seconds.
      await eventually(change)
    }
    const pictures = await processes.pictures()
    const expected = Object.keys(changes).map((path) => [`old/${path}/a.jpg`, `old ${path}`])
    expected.push(['target/a.jpg', 'new move'], ['images/a.jpg', 'new move from'])
    expect(Object.fromEntries(pictures)).toEqual(
      Object.fromEntries(expected.map(([path, salt = '']) => [path, hex(picture(salt))])),
    )
    for (const path of ['target/a.jpg', 'images/a.jpg']) {
      const content = await (await fetch(`${second.url}/uploads/${path}`)).bytes()
      expect(hex(content)).toBe(pictures.get(path) ?? '')
    }
  })

  test('serve at once a picture that another one has stored or dealt', async () => {
    await using processes = await startThree()
    const [first, ...others] = processes.admins
    for (let number = 0; number < 5; number += 1) {
      const { data } = await first.upload(`new ${number}/deep`, 'a.jpg', picture(number))
      for (const { url } of others) {
        const [{ path }] = data.uploadedFiles
        expect((await fetch(`${url}/uploads/${encodeURI(path)}`)).status).toBe(200)
      }
    }
  })

  test('never give two uploads of one moment one name', async () => {
    await using processes = await startThree()
    const contents = Array.from({ length: 30 }, (_, index) => picture(index))
    const answers = await Promise.all(
      contents.map((content, index) =>
        processes.admins[index % 3]?.upload('new/folder', 'same.jpg', content),
      ),
    )
    const pictures = await processes.pictures()
    for (const [index, content] of contents.entries()) {
      expect(answers[index]?.status).toBe(200)
      expect(pictures.get(answers[index]?.data.uploadedFiles[0].path)).toBe(hex(content))
    }
    expect(pictures.size).toBe(contents.length)
  })

  test('store once what is uploaded through all of them at the same moment', async () => {
    await using processes = await startThree()
    for (let number = 0; number < 5; number += 1) {
      const content = picture(number)
      const answers = await Promise.all(
        processes.admins.map((admin) => admin.upload(`${number}`, 'same.jpg', content)),
      )
      const paths = answers.map(({ data }) => data.uploadedFiles[0].path)
      expect(paths).toEqual(paths.map(() => `${number}/same.jpg`))
    }
    expect((await processes.pictures()).size).toBe(5)
  })

  test('move one picture once, and pictures of one name to names of their own', async () => {
    await using processes = await startThree()
    const { admins } = processes
    const all = Array.from({ length: 10 }, (_, index) => index)
    for (const index of all) await admins[0].upload('from', `${index}.jpg`, picture(index))
    for (const [index, admin] of admins.entries()) {
      await admin.upload(`own ${index}`, 'same.jpg', picture(`same ${index}`))
      await eventually(async () => (await admin.list('from'))?.images.length === all.length)
    }
    for (const index of all) {
      const answers = await Promise.all(
        admins.map((admin, each) => admin.moveImages([`from/${index}.jpg`], `to ${each}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const moved = answers.map(({ data }) => String(data.movedImages[0].status))
      expect(moved.toSorted()).toEqual(['moved', 'not_found', 'not_found'])
    }
    const answers = await Promise.all(
      admins.map((admin, index) => admin.moveImages([`own ${index}/same.jpg`], 'all')),
    )
    const pictures = await processes.pictures()
    for (const [index, { data }] of answers.entries()) {
      expect(pictures.get(data.movedImages[0].newPath)).toBe(hex(picture(`same ${index}`)))
    }
    expect(pictures.size).toBe(all.length + admins.length)
  })

  test('move folders of one moment to one path for one of them only', async () => {
    await using processes = await startThree()
    const { admins } = processes
    for (let round = 0; round < 10; round += 1) {
      for (const [index, admin] of admins.entries()) {
        await admin.upload(`${round} of ${index}`, 'a.jpg', picture(`${round} ${index}`))
      }
      const answers = await Promise.all(
        admins.map((admin, index) => admin.moveFolder(`${round} of ${index}`, `all/${round}`)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    }
    expect((await processes.pictures()).size).toBe(30)
  })

  test('delete a folder at one moment once, and count every picture in it once', async () => {
    await using processes = await startThree()
    const { admins } = processes
    const rounds = Array.from({ length: 10 }, (_, round) => `${round}`)
    for (const path of rounds) {
      await admins[0].upload(path, 'a.jpg', picture(1), picture(2), picture(3))
    }
    for (const path of rounds) {
      const isSeen = async (admin: Admin) => (await admin.list(path))?.images.length === 3
      for (const admin of admins) await eventually(() => isSeen(admin))
      const answers = await Promise.all(admins.map((admin) => admin.deleteFolder(path)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
      expect(answers.find(({ status }) => status === 200)?.data.totalImages).toBe(3)
    }
    expect((await processes.pictures()).size).toBe(0)
  })

  test.each(['moved', 'deleted'] as const)(
    'store every upload into a folder that is being %s',
    async (fate) => {
      await using processes = await startThree()
      const acknowledged: string[] = []
      const end = new AbortController()
      const uploading = processes.admins.map(async (admin, index) => {
        for (let number = 0; number < 40; number += 1) {
          const some = [1, 2, 3].map((each) => picture(`${index} ${number} ${each}`))
          const { status, text } = await admin.upload('busy/deep', 'a.jpg', ...some)
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
        const moved = processes.at(fate === 'moved' ? `${round}` : `.photo-frame/staging/${round}`)
        const isMoved = await rename(processes.at('busy'), moved).then(
          () => true,
          () => false,
        )
        if (isMoved) moves += 1
        if (isMoved && fate === 'deleted') {
          // An upload may store something in it meanwhile, or take it back with the folder.
          const last = await picturesIn(moved).catch(() => new Map<string, string>())
          deleted.push(...last.values())
          await rm(moved, { recursive: true }).catch(() => undefined)
        }
        await Bun.sleep(50)
      }
      await all
      expect(moves).toBeGreaterThan(0)
      // A mount may show a folder late that was made on another one.
      const missing = async () => {
        const stored = new Set([...(await processes.pictures()).values(), ...deleted])
        return acknowledged.filter((content) => !stored.has(content))
      }
      await eventually(async () => (await missing()).length === 0).catch(() => undefined)
      expect(await missing()).toEqual([])
      const stored = [...(await processes.pictures()).values()]
      expect(stored).toHaveLength(new Set(stored).size)
    },
  )
})
