import { expect, test } from 'bun:test'
import { z } from 'zod'
import { dataOf, failed, openApp, sharedApp, timestamp, type TestApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\']

const lastOf = (path: string) => path.replace(/\/+$/, '').split('/').at(-1)
const create = (service: TestApp, path: string, name = lastOf(path)) =>
  service.admin('POST /api/folders', { path, name })

test('a new folder is made with those above it, stays as it is when it is there, and the answer says so', async () => {
  await using service = await openApp({ files: { 'a/1.jpg': picture(1) } })
  const made = {
    folderPath: 'trips/2024/Rome',
    folderName: 'Rome',
    parentPath: 'trips/2024',
    created: timestamp,
    exists: false,
  }
  const answer = await create(service, 'trips/2024/Rome')
  const message = 'The folder was created.'
  expect(await answer.json()).toEqual({ success: true, message, data: made })
  const again = { message: 'The folder already exists.', data: { ...made, exists: true } }
  expect(await (await create(service, 'trips/2024/Rome')).json()).toMatchObject(again)
  expect(await dataOf(await create(service, 'a'))).toMatchObject({ exists: true, parentPath: '' })
  const folders = ['trips', 'trips/2024', 'trips/2024/Rome']
  expect(await service.visible()).toEqual(['a', 'a/1.jpg', ...folders])
  const listed = await service.told('GET /api/folders?path=trips/2024')
  expect(listed['folders']).toMatchObject([{ path: 'trips/2024/Rome', imageCount: 0 }])
})

test('a new folder has one name in all Unicode forms', async () => {
  await using service = await openApp()
  const [nfd, nfc] = ['Été'.normalize('NFD'), 'Été']
  const [first, second] = [await create(service, nfd, nfc), await create(service, nfc, nfd)]
  const made = { folderPath: 'Été', folderName: 'Été' }
  expect(await dataOf(first)).toMatchObject({ ...made, exists: false })
  expect(await dataOf(second)).toMatchObject({ ...made, exists: true })
  expect(await service.visible()).toEqual(['Été'])
})

const service = sharedApp({ files: { 'a.jpg': picture('a') } })
const bad = failed('INVALID_FOLDER_NAME', { prohibitedChars })

test.each(['', '/', '..', 'a/../b', 'a.jpg', 'a.jpg/b', '.photo-frame/x', 'a ', 'bad:parent/good'])(
  'a folder that is refused for its path %j leaves nothing behind',
  async (path) => {
    expect(await (await create(service(), path)).json()).toEqual(bad)
    expect(await service().visible()).toEqual(['a.jpg'])
  },
)

test.each<[string, object]>([
  ['name', { path: 'a' }],
  ['path', { name: 'a' }],
  ['name', { path: 'a/b', name: 'a' }],
])(
  'a folder that is refused for its %s is told of that field, and of no characters',
  async (field, json) => {
    const answer = await service().admin('POST /api/folders', json)
    const { error } = z.object({ error: z.string() }).parse(await answer.json())
    expect(error).toContain(`"${field}"`)
    expect(error).not.toMatch(/[<>:|?*\\]/)
  },
)
