import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { dataOf, failed, openApp, sharedApp, timestamp, type TestApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\']

const lastOf = (path: string) => path.replace(/\/+$/, '').split('/').at(-1)
const create = (service: TestApp, path: string, name = lastOf(path)) =>
  service.admin('POST /api/folders', { path, name })

describe('a new folder', () => {
  test('is made with those above it, and the answer has every field', async () => {
    await using service = await openApp()
    const answer = await create(service, 'trips/2024/Rome')
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
    expect(await service.visible()).toEqual(['trips', 'trips/2024', 'trips/2024/Rome'])
    const { folders } = await service.told('GET /api/folders?path=trips/2024')
    expect(folders).toMatchObject([{ path: 'trips/2024/Rome', imageCount: 0 }])
  })

  test('that is there already stays as it is, and the answer says so', async () => {
    await using service = await openApp({ files: { 'trips/a.jpg': picture('a') } })
    const answer = await create(service, 'trips')
    expect(await answer.json()).toMatchObject({
      success: true,
      message: 'The folder already exists.',
      data: { folderPath: 'trips', folderName: 'trips', exists: true, created: timestamp },
    })
    expect(await service.list('trips')).toEqual(['a.jpg'])
  })

  const names = [
    ['plain', 'With Spaces', 'a-b_c.d', 'Été 2024', 'Ana & Tom', '100% (new) #1 + ~', '日本'],
    ['👨‍👩‍👧', "it's", 'CON', 'a..b', '-rf', 'x'.repeat(255), `x${'é'.repeat(127)}`, '😀'.repeat(63)],
  ].flat()
  test.each(names)('may be named %j', async (name) => {
    await using service = await openApp()
    const data = await dataOf(await create(service, name))
    const made = { folderPath: name, folderName: name, parentPath: '', exists: false }
    expect(data).toMatchObject(made)
    expect(await service.visible()).toEqual([name])
  })

  test('has one name in all Unicode forms', async () => {
    await using service = await openApp()
    let exists = false
    for (const [path, name] of [
      ['NFD', 'NFC'],
      ['NFC', 'NFD'],
    ]) {
      const answer = await create(service, 'Été'.normalize(path), 'Été'.normalize(name))
      expect(await dataOf(answer)).toMatchObject({ folderPath: 'Été', folderName: 'Été', exists })
      exists = true
    }
    expect(await service.visible()).toEqual(['Été'])
  })
})

describe('a folder that is refused', () => {
  const service = sharedApp({ files: { 'a.jpg': picture('a') } })
  const bad = failed('INVALID_FOLDER_NAME', { prohibitedChars })

  const paths = [
    [...prohibitedChars, '\0', '\n', '\u007f', '\u0085'].map((char) => `a${char}b`),
    ['', '/', '.', '..', 'a/..', '../a', 'a/../b', './a', 'a//b', 'a/./b', 'a.jpg', 'a.jpg/b'],
    ['.hidden', '.photo-frame', '.photo-frame/x', '@eaDir', '#recycle', 'lost+found/a'],
    [' a', 'a ', 'a.', 'a /b', ' ', 'bad:parent/good', 'x'.repeat(256), 'é'.repeat(128)],
    [`${'x'.repeat(250)}/`.repeat(10), 'x/'.repeat(70)],
  ].flat()
  test.each(paths)('for its path %j leaves nothing behind', async (path) => {
    expect(await (await create(service(), path)).json()).toEqual(bad)
    expect(await service().visible()).toEqual(['a.jpg'])
  })

  test.each<[string, object]>([
    ['name', { path: 'a' }],
    ['path', { name: 'a' }],
    ['name', { path: 'a/b', name: 'a' }],
  ])('for its %s is told of that field, and of no characters', async (field, json) => {
    const answer = await service().admin('POST /api/folders', json)
    const { error } = z.object({ error: z.string() }).parse(await answer.json())
    expect(error).toContain(`"${field}"`)
    expect(error).not.toMatch(/[<>:|?*\\]/)
  })
})
