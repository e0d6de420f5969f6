import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { readdir } from 'node:fs/promises'
import { dataOf, failed, openApp, timestamp, type TestApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\']

async function create(
  service: TestApp,
  path: unknown,
  name: unknown = String(path).split('/').at(-1),
) {
  const cookie = await service.login()
  return service.ask('POST /api/folders', { cookie, json: { path, name } })
}

/** What is in the uploads folder, without what the service keeps there for itself. */
const made = async (service: TestApp) =>
  (await readdir(service.uploadsDir, { recursive: true })).filter((name) => !name.startsWith('.'))

describe('a new folder', () => {
  test('is made with those above it, and the answer has every field', async () => {
    await using service = await openApp()
    const answer = await create(service, 'trips/2024/Rome')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      success: true,
      message: 'The folder was created.',
      data: {
        folderPath: 'trips/2024/Rome',
        folderName: 'Rome',
        parentPath: 'trips/2024',
        created: timestamp,
        exists: false,
      },
    })
    expect((await made(service)).toSorted()).toEqual(['trips', 'trips/2024', 'trips/2024/Rome'])
    const data = await dataOf(await service.ask('GET /api/folders?path=trips/2024'))
    expect(data['folders']).toMatchObject([{ path: 'trips/2024/Rome', imageCount: 0 }])
  })

  test('directly under the root has an empty parent path', async () => {
    await using service = await openApp()
    const data = await dataOf(await create(service, '/trips/', 'trips'))
    expect(data).toMatchObject({ folderPath: 'trips', parentPath: '', exists: false })
  })

  test('that is there already stays as it is, and the answer says so', async () => {
    await using service = await openApp({ files: { 'trips/a.jpg': picture('a') } })
    const answer = await create(service, 'trips')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      message: 'The folder already exists.',
      data: { folderPath: 'trips', folderName: 'trips', exists: true, created: timestamp },
    })
    expect(await service.list('trips')).toEqual(['a.jpg'])
  })

  test('asked for many times at once is made once', async () => {
    await using service = await openApp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(service, 'a/b')))
    const results = await Promise.all(answers.map(dataOf))
    expect(results.filter(({ exists }) => exists === false)).toHaveLength(1)
    expect(results.filter(({ exists }) => exists === true)).toHaveLength(19)
  })

  test.each([
    'plain',
    'With Spaces',
    'a-b_c.d',
    'Été 2024',
    'Ana & Tom',
    '100% (new) #1 + ~',
    '日本',
    '👨‍👩‍👧',
    "it's",
    'CON',
    'a..b',
    '-rf',
  ])('may be named %j', async (name) => {
    await using service = await openApp()
    const data = await dataOf(await create(service, name))
    expect(data).toMatchObject({ folderPath: name, folderName: name, exists: false })
    expect(await made(service)).toEqual([name])
  })

  test('may have a name of 255 bytes', async () => {
    await using service = await openApp()
    for (const name of ['x'.repeat(255), `x${'é'.repeat(127)}`]) {
      const data = await dataOf(await create(service, name))
      expect(data).toMatchObject({ folderName: name, exists: false })
    }
  })

  test('gets its name in one Unicode form', async () => {
    await using service = await openApp()
    await create(service, 'Été'.normalize('NFD'))
    const data = await dataOf(await create(service, 'Été'))
    expect(data).toMatchObject({ folderName: 'Été', exists: true })
    expect(await made(service)).toEqual(['Été'])
  })

  test.each([
    ['NFD', 'NFC'],
    ['NFC', 'NFD'],
  ])('may have a path in %s and a name in %s: they are the same name', async (path, name) => {
    await using service = await openApp()
    const answer = await create(service, 'a/Été'.normalize(path), 'Été'.normalize(name))
    expect(await dataOf(answer)).toMatchObject({ folderPath: 'a/Été', folderName: 'Été' })
  })
})

describe('a folder that is refused', () => {
  const bad = failed('INVALID_FOLDER_NAME', { prohibitedChars })

  test.each(
    [
      prohibitedChars.map((char) => `a${char}b`),
      ['\0', '\n', '\u007f', '\u0085'].map((char) => `a${char}b`),
      ['', '/', '.', '..', 'a/..', '../a', 'a/../b', './a', 'a//b', 'a/./b'],
      ['.hidden', '.photo-frame', '.photo-frame/x', '@eaDir', '#recycle', 'lost+found/a'],
      [' a', 'a ', 'a.', 'a /b', ' ', 'bad:parent/good'],
    ].flat(),
  )('for its path %j leaves nothing behind', async (path) => {
    await using service = await openApp()
    const answer = await create(service, path, path.replace(/\/+$/, '').split('/').at(-1))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(bad)
    expect(await made(service)).toEqual([])
  })

  test.each([
    ['256 bytes', 'x'.repeat(256)],
    ['256 bytes of 128 letters', 'é'.repeat(128)],
    ['a path too long for any disk', `${'x'.repeat(250)}/`.repeat(10)],
    ['a path too deep', 'x/'.repeat(70)],
  ])('for %s leaves nothing behind', async (_, path) => {
    await using service = await openApp()
    const answer = await create(service, path, path.replace(/\/+$/, '').split('/').at(-1))
    expect(await answer.json()).toEqual(bad)
    expect(await made(service)).toEqual([])
  })

  test.each<[string, object]>([
    ['name', { path: 'a' }],
    ['path', { name: 'a' }],
    ['name', { path: 'a/b', name: 'a' }],
  ])('for its %s is told of that field, and of no characters', async (field, json) => {
    await using service = await openApp()
    const answer = await service.ask('POST /api/folders', { json, cookie: await service.login() })
    const { error } = z.object({ error: z.string() }).parse(await answer.json())
    expect(error).toContain(`"${field}"`)
    expect(error).not.toMatch(/[<>:|?*\\]/)
  })

  test('because an image has its name harms no image', async () => {
    await using service = await openApp({ files: { 'a.jpg': picture('a') } })
    for (const path of ['a.jpg', 'a.jpg/b']) {
      const answer = await create(service, path)
      expect(answer.ok).toBeFalse()
    }
    expect(await service.list()).toEqual(['a.jpg'])
  })
})
