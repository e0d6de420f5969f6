import { describe, expect, test } from 'bun:test'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataOf, formOf, openApp, type TestApp } from '../../support/app.ts'
import { openCollection } from '../../support/collection.ts'
import { picture } from '../../support/pictures.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { eventually } from '../../support/server.ts'
import { steppedTime } from '../../support/time.ts'

const files = {
  'a.jpg': picture('a'),
  'b.jpg': picture('b'),
  'trips/c.jpg': picture('c'),
  'trips/d.jpg': picture('d'),
}
const all = Object.keys(files)

async function marking(service: TestApp) {
  const cookie = await service.login()
  const dealt = async (count: number, query = '') => {
    const paths: string[] = []
    for (let n = 0; n < count; n += 1) {
      const answer = await service.ask(`GET /api/images/random?frame=hall${query}`)
      if (answer.status === 404) return []
      paths.push(String((await dataOf(answer))['imagePath']).slice('/uploads/'.length))
    }
    return paths
  }
  return {
    cookie,
    dealt,
    mark: (json: object) => service.ask('POST /api/images/marks', { json, cookie }),
    listed: async (path: string) => {
      const { images } = await service.dependencies.collection.list(path)
      return Object.fromEntries(
        images.map(({ name, hidden, favourite }) => [name, { hidden, favourite }]),
      )
    },
  }
}

describe('a picture that is hidden', () => {
  test('is never dealt, but listed and sent, and dealt again once it is shown', async () => {
    await using service = await openApp({ files })
    const { mark, dealt, listed } = await marking(service)
    const answer = await mark({
      images: ['a.jpg', '/uploads/trips/c.jpg', 'none.jpg'],
      hidden: true,
    })
    expect(await dataOf(answer)).toEqual({
      markedImages: [
        { path: 'a.jpg', status: 'marked' },
        { path: '/uploads/trips/c.jpg', status: 'marked' },
        { path: 'none.jpg', status: 'not_found' },
      ],
      totalMarked: 2,
    })
    expect(new Set(await dealt(6))).toEqual(new Set(['b.jpg', 'trips/d.jpg']))
    expect(await listed('')).toEqual({
      'a.jpg': { hidden: true, favourite: false },
      'b.jpg': { hidden: false, favourite: false },
    })
    expect((await service.ask('GET /uploads/a.jpg')).status).toBe(200)
    await mark({ images: ['a.jpg'], hidden: false })
    expect(await dealt(6)).toContain('a.jpg')
  })

  test('is replaced within its slot', async () => {
    await using service = await openApp({ files })
    const { mark, dealt } = await marking(service)
    const [path = ''] = await dealt(1, '&every=30d')
    await mark({ images: [path], hidden: true })
    expect(await dealt(1, '&every=30d')).not.toEqual([path])
  })

  test('is what a frame shows that is told to', async () => {
    await using service = await openApp({ files })
    const { mark, dealt, cookie } = await marking(service)
    await mark({ images: ['a.jpg'], hidden: true })
    const show = { path: 'a.jpg', until: '2999-01-01T00:00:00Z' }
    await service.ask('PUT /api/frames/hall', { json: { show }, cookie })
    expect(await dealt(2)).toEqual(['a.jpg', 'a.jpg'])
  })
})

test('favourites alone are dealt to who asks for them', async () => {
  await using service = await openApp({ files })
  const { mark, dealt } = await marking(service)
  expect(await dealt(1, '&favourites=only')).toEqual([])
  await mark({ images: ['b.jpg', 'trips/d.jpg'], favourite: true })
  expect(new Set(await dealt(4, '&favourites=only'))).toEqual(new Set(['b.jpg', 'trips/d.jpg']))
  await mark({ images: ['b.jpg'], hidden: true })
  expect(new Set(await dealt(3, '&favourites=only'))).toEqual(new Set(['trips/d.jpg']))
})

describe('a mark', () => {
  test('stays through moves, renamed folders, a replaced file and a restart', async () => {
    await using first = await openApp({ files })
    const { mark, cookie, listed } = await marking(first)
    await mark({ images: ['a.jpg', 'trips/c.jpg'], favourite: true })
    const move = { images: ['a.jpg'], folder: 'trips' }
    expect((await first.ask('POST /api/images/move', { json: move, cookie })).status).toBe(200)
    const rename = { path: 'trips', newPath: 'older/rome' }
    expect((await first.ask('PATCH /api/folders', { json: rename, cookie })).status).toBe(200)
    await writeFile(first.at('older/rome/c.jpg'), picture('another'))
    first.passTime()
    const marked = { hidden: false, favourite: true }
    const expected = {
      'a.jpg': marked,
      'c.jpg': marked,
      'd.jpg': { hidden: false, favourite: false },
    }
    expect(await listed('older/rome')).toEqual(expected)
    await using second = await openApp({ uploadsDir: first.uploadsDir })
    expect(await (await marking(second)).listed('older/rome')).toEqual(expected)
  })

  test('of one process is known to another', async () => {
    await using first = await openApp({ files })
    await using second = await openApp({ uploadsDir: first.uploadsDir })
    const { mark } = await marking(first)
    const other = await marking(second)
    await other.dealt(1)
    await mark({ images: ['a.jpg', 'b.jpg', 'trips/c.jpg'], hidden: true })
    using time = steppedTime()
    time.pass(1100)
    expect(new Set(await other.dealt(4))).toEqual(new Set(['trips/d.jpg']))
  })

  test('goes with the picture that is deleted', async () => {
    await using service = await openApp({ files })
    const { mark, cookie, listed } = await marking(service)
    await mark({ images: all, favourite: true })
    await service.ask('DELETE /api/images', { json: { images: ['a.jpg'] }, cookie })
    await service.ask('DELETE /api/folders', { json: { path: 'trips', recursive: true }, cookie })
    await mkdir(service.at('trips'))
    for (const name of ['a.jpg', 'trips/c.jpg']) await writeFile(service.at(name), picture(name))
    service.passTime()
    expect((await listed(''))['a.jpg']).toEqual({ hidden: false, favourite: false })
    expect(await listed('trips')).toEqual({ 'c.jpg': { hidden: false, favourite: false } })
  })

  test('of a picture that another program renames stays behind', async () => {
    await using service = await openApp({ files })
    const { mark, listed } = await marking(service)
    await mark({ images: ['a.jpg'], favourite: true })
    await rename(service.at('a.jpg'), service.at('z.jpg'))
    service.passTime()
    expect((await listed(''))['z.jpg']).toEqual({ hidden: false, favourite: false })
  })

  test('ends once its file is found to be gone, for every way in which another gets the name', async () => {
    for (const way of ['copied', 'uploaded', 'moved', 'restored']) {
      await using service = await openApp({ files })
      await using other = await openApp({ uploadsDir: service.uploadsDir })
      const { mark, listed, cookie } = await marking(service)
      const json = { images: ['trips/c.jpg'] }
      const trashed = await dataOf(await service.ask('POST /api/trash', { json, cookie }))
      const content = picture('new')
      await writeFile(service.at('trips/c.jpg'), content)
      service.passTime()
      await listed('')
      await mark({ images: ['a.jpg', 'trips/c.jpg'], hidden: true, favourite: true })
      await Promise.all(['a.jpg', 'trips/c.jpg'].map((path) => rm(service.at(path))))
      service.passTime()
      expect(await listed('')).not.toHaveProperty('a.jpg')
      if (way === 'copied') await writeFile(service.at('a.jpg'), content)
      const body = formOf({ 'a.jpg': content }, way === 'moved' ? 'away' : '')
      if (way === 'uploaded' || way === 'moved')
        await service.ask('POST /api/upload', { body, cookie })
      const move = { images: ['away/a.jpg'], folder: '' }
      if (way === 'moved') await service.ask('POST /api/images/move', { json: move, cookie })
      const ids = JSON.stringify(trashed).match(/[\da-f]{32}/)
      if (way === 'restored')
        await service.ask('POST /api/trash/restore', { json: { ids }, cookie })
      service.passTime()
      other.passTime()
      const plain = { hidden: false, favourite: false }
      if (way === 'restored') expect((await listed('trips'))['c.jpg']).toEqual(plain)
      else expect((await listed(''))['a.jpg']).toEqual(plain)
      const { images } = await other.collection.list(way === 'restored' ? 'trips' : '')
      expect(images.filter(({ hidden, favourite }) => hidden || favourite)).toEqual([])
    }
  })

  test('ends also where it has gone while no process ran, but not in a folder that is empty', async () => {
    await using uploads = await temporaryFolder()
    const at = (path: string) => join(uploads.path, path)
    const aside = (path: string) => at(`.photo-frame/${path.slice(-5)}`)
    const gone = ['a.jpg', 'trips/c.jpg', 'disk/e.jpg']
    {
      const before = { ...files, 'disk/e.jpg': picture('e') }
      await using service = await openApp({ files: before, uploadsDir: uploads.path })
      await (await marking(service)).mark({ images: gone, hidden: true })
    }
    for (const path of gone) await rename(at(path), aside(path))
    {
      await using _ = await openCollection({}, { uploadsDir: uploads.path })
      await eventually(async () => {
        const kept = await readFile(at('.photo-frame/marks.json'), 'utf8')
        expect(kept).toContain('["trips/c.jpg",null]')
      })
    }
    for (const path of gone) await rename(aside(path), at(path))
    await using later = await openCollection({}, { uploadsDir: uploads.path })
    const hidden = await Promise.all(
      gone.map(async (path) => {
        const { images } = await later.collection.list(dirname(path).replace('.', ''))
        return images.find(({ name }) => path.endsWith(name))?.hidden
      }),
    )
    expect(hidden).toEqual([false, false, true])
  })

  test('outlasts a disk that is taken away from its folder', async () => {
    await using service = await openApp({ files })
    const { mark, listed } = await marking(service)
    await mark({ images: ['trips/c.jpg'], favourite: true })
    await listed('trips')
    await rename(service.at('trips'), service.at('.photo-frame/trips'))
    await mkdir(service.at('trips'))
    service.passTime()
    expect(await listed('trips')).toEqual({})
    await rename(service.at('.photo-frame/trips'), service.at('trips'))
    service.passTime()
    expect((await listed('trips'))['c.jpg']).toEqual({ hidden: false, favourite: true })
  })
})

describe('new pictures first', () => {
  const query = '&new=first'

  test.each(['shuffle', 'name', 'newest'])(
    'come before the rest of the round, as they came, also over a restart: order=%s',
    async (order) => {
      await using first = await openApp({ files })
      const { dealt } = await marking(first)
      const ask = `${query}&order=${order}`
      const before = await dealt(1, ask)
      for (const name of ['y.jpg', 'x.jpg']) {
        await writeFile(first.at(name), picture(name))
        first.passTime()
        await first.list()
      }
      expect(await dealt(1, ask)).toEqual(['y.jpg'])
      const { collection } = first.dependencies
      await collection.close()
      await using second = await openApp({ uploadsDir: first.uploadsDir })
      const rest = await (await marking(second)).dealt(4, ask)
      expect(rest[0]).toBe('x.jpg')
      expect(new Set([...before, 'y.jpg', ...rest])).toEqual(new Set([...all, 'x.jpg', 'y.jpg']))
    },
  )

  test('are dealt once in the next round, like all others', async () => {
    await using service = await openApp({ files })
    const { dealt } = await marking(service)
    await dealt(2, query)
    await writeFile(service.at('new.jpg'), picture('new'))
    service.passTime()
    expect((await dealt(1, query))[0]).toBe('new.jpg')
    await dealt(2, query)
    const round = await dealt(5, query)
    expect(new Set(round)).toEqual(new Set([...all, 'new.jpg']))
  })
})
