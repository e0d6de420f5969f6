import { describe, expect, test } from 'bun:test'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openApp, type AppOptions } from '../../support/app.ts'
import { openCollection } from '../../support/collection.ts'
import { picture } from '../../support/pictures.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { eventually } from '../../support/server.ts'

const files = {
  'a.jpg': picture('a'),
  'b.jpg': picture('b'),
  'trips/c.jpg': picture('c'),
  'trips/d.jpg': picture('d'),
}
const all = Object.keys(files)
const plain = { hidden: false, favourite: false }
const favoured = { hidden: false, favourite: true }

async function openMarked(options: AppOptions = { files }) {
  const service = await openApp(options)
  return {
    ...service,
    mark: (json: object) => service.told('POST /api/images/marks', json),
    dealt: (count: number, query = '') => service.deal(count, `frame=hall${query}`),
    marks: async (path: string) => {
      const { images } = await service.collection.list(path)
      return Object.fromEntries(
        images.map(({ name, hidden, favourite }) => [name, { hidden, favourite }]),
      )
    },
  }
}

test('a picture that is hidden is never dealt, but listed and sent, and dealt again once it is shown', async () => {
  await using service = await openMarked()
  const { mark, dealt } = service
  const images = ['a.jpg', '/uploads/trips/c.jpg', 'none.jpg']
  expect(await mark({ images, hidden: true })).toEqual({
    markedImages: [
      { path: 'a.jpg', status: 'marked' },
      { path: '/uploads/trips/c.jpg', status: 'marked' },
      { path: 'none.jpg', status: 'not_found' },
    ],
    totalMarked: 2,
  })
  expect(new Set(await dealt(6))).toEqual(new Set(['b.jpg', 'trips/d.jpg']))
  const hidden = { hidden: true, favourite: false }
  expect(await service.marks('')).toEqual({ 'a.jpg': hidden, 'b.jpg': plain })
  expect((await service.ask('GET /uploads/a.jpg')).status).toBe(200)
  await mark({ images: ['a.jpg'], hidden: false })
  expect(await dealt(6)).toContain('a.jpg')
})

test('a picture that is hidden is replaced within its slot, but for a frame that is told to show it', async () => {
  await using service = await openMarked()
  const images = await service.dealt(1, '&every=30d')
  await service.mark({ images, hidden: true })
  expect(await service.dealt(1, '&every=30d')).not.toEqual(images)
  const show = { path: images[0], until: '2999-01-01T00:00:00Z' }
  await service.told('PUT /api/frames/hall', { show })
  expect(await service.dealt(1, '&every=30d')).toEqual(images)
})

test('favourites alone are dealt to who asks for them', async () => {
  await using service = await openMarked()
  const dealt = async () => new Set(await service.dealt(4, '&favourites=only'))
  expect(await dealt()).toEqual(new Set())
  await service.mark({ images: ['b.jpg', 'trips/d.jpg'], favourite: true })
  expect(await dealt()).toEqual(new Set(['b.jpg', 'trips/d.jpg']))
  await service.mark({ images: ['b.jpg'], hidden: true })
  expect(await dealt()).toEqual(new Set(['trips/d.jpg']))
})

describe('a mark', () => {
  test('stays through moves, renamed folders, a replaced file and a restart', async () => {
    await using service = await openMarked()
    await service.mark({ images: ['a.jpg', 'trips/c.jpg'], favourite: true })
    await service.told('POST /api/images/move', { images: ['a.jpg'], folder: 'trips' })
    await service.told('PATCH /api/folders', { path: 'trips', newPath: 'older/rome' })
    await writeFile(service.at('older/rome/c.jpg'), picture('another'))
    service.passTime()
    const expected = { 'a.jpg': favoured, 'c.jpg': favoured, 'd.jpg': plain }
    expect(await service.marks('older/rome')).toEqual(expected)
    await using restarted = await openMarked({ uploadsDir: service.uploadsDir })
    expect(await restarted.marks('older/rome')).toEqual(expected)
  })

  test('goes with the picture that is deleted', async () => {
    await using service = await openMarked()
    await service.mark({ images: all, favourite: true })
    await service.told('DELETE /api/images', { images: ['a.jpg'] })
    await service.told('DELETE /api/folders', { path: 'trips', recursive: true })
    for (const name of ['a.jpg', 'trips/c.jpg']) await service.put(name, picture(name))
    service.passTime()
    expect((await service.marks(''))['a.jpg']).toEqual(plain)
    expect(await service.marks('trips')).toEqual({ 'c.jpg': plain })
  })

  test.each(['copied', 'uploaded', 'moved', 'restored'])(
    'ends once its file is found to be gone, also where another is %s to its name',
    async (way) => {
      await using service = await openMarked()
      await using other = await openMarked({ uploadsDir: service.uploadsDir })
      const { told } = service
      const trashed = await told('POST /api/trash', { images: ['trips/c.jpg'] })
      const content = picture('new')
      await writeFile(service.at('trips/c.jpg'), content)
      service.passTime()
      await service.marks('')
      await service.mark({ images: ['a.jpg', 'trips/c.jpg'], hidden: true, favourite: true })
      for (const path of ['a.jpg', 'trips/c.jpg']) await rm(service.at(path))
      service.passTime()
      expect(await service.marks('')).not.toHaveProperty('a.jpg')
      const ids = JSON.stringify(trashed).match(/[\da-f]{32}/)
      if (way === 'copied') await writeFile(service.at('a.jpg'), content)
      else if (way === 'restored') await told('POST /api/trash/restore', { ids })
      else await service.upload(way === 'moved' ? 'away' : '', { name: 'a.jpg', content })
      if (way === 'moved')
        await told('POST /api/images/move', { images: ['away/a.jpg'], folder: '' })
      const [folder, name] = way === 'restored' ? ['trips', 'c.jpg'] : ['', 'a.jpg']
      for (const each of [service, other]) {
        each.passTime()
        expect((await each.marks(folder))[name]).toEqual(plain)
      }
    },
  )

  test('ends also where it has gone while no process ran, but not in a folder that is empty', async () => {
    await using uploads = await temporaryFolder()
    const uploadsDir = uploads.path
    const at = (path: string) => join(uploadsDir, path)
    const aside = (path: string) => at(`.photo-frame/${path.slice(-5)}`)
    const gone = ['a.jpg', 'trips/c.jpg', 'disk/e.jpg']
    {
      const before = { ...files, 'disk/e.jpg': picture('e') }
      await using service = await openMarked({ files: before, uploadsDir })
      await service.mark({ images: gone, hidden: true })
    }
    for (const path of gone) await rename(at(path), aside(path))
    {
      await using _ = await openCollection({}, { uploadsDir })
      await eventually(async () => {
        const kept = await readFile(at('.photo-frame/marks.json'), 'utf8')
        expect(kept).toContain('["trips/c.jpg",null]')
      })
    }
    for (const path of gone) await rename(aside(path), at(path))
    await using later = await openCollection({}, { uploadsDir })
    const hidden = await Promise.all(
      gone.map(async (path) => {
        const { images } = await later.collection.list(dirname(path).replace('.', ''))
        return images.find(({ name }) => path.endsWith(name))?.hidden
      }),
    )
    expect(hidden).toEqual([false, false, true])
  })

  test('outlasts a disk that is taken away from its folder', async () => {
    await using service = await openMarked()
    await service.mark({ images: ['trips/c.jpg'], favourite: true })
    await service.marks('trips')
    await rename(service.at('trips'), service.at('.photo-frame/trips'))
    await mkdir(service.at('trips'))
    service.passTime()
    expect(await service.marks('trips')).toEqual({})
    await rename(service.at('.photo-frame/trips'), service.at('trips'))
    service.passTime()
    expect((await service.marks('trips'))['c.jpg']).toEqual(favoured)
  })
})

test('new pictures come first as they came, over a restart too', async () => {
  await using service = await openMarked()
  await service.dealt(1, '&new=first')
  for (const name of ['y.jpg', 'x.jpg']) {
    await service.put(name, picture(name))
    service.passTime()
    await service.list()
  }
  expect(await service.dealt(1, '&new=first')).toEqual(['y.jpg'])
  await service.collection.close()
  await using restarted = await openMarked({ uploadsDir: service.uploadsDir })
  expect(await restarted.dealt(1, '&new=first')).toEqual(['x.jpg'])
})
