import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { cp, mkdir, readdir, rename, stat, symlink, truncate, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const root = join(import.meta.dir, '../..')
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let project: string

/** Copies the project, and links its packages. */
beforeAll(async () => {
  folder = await temporaryFolder()
  project = join(folder.path, 'project')
  const packages = join(project, 'node_modules')
  await mkdir(packages, { recursive: true })
  for (const name of ['src', 'package.json', 'package-lock.json']) {
    await cp(join(root, name), join(project, name), { recursive: true })
  }
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(root, 'node_modules', name), join(packages, name))
  }
})
afterAll(() => folder[Symbol.asyncDispose]())

const bundling = async (place: string, ...options: string[]) => {
  await Bun.$`${process.execPath} ${options} ${join(place, 'src/packages/service-bundle.ts')}`.quiet()
}
beforeEach(() => bundling(project))

/** Whether a start takes the bundle. */
const isTaken = async (place: string): Promise<boolean> => {
  const module = join(place, 'src/packages/service-bundle.ts')
  const script = `console.log('run' in ((await (await import('${module}')).loadBundle()) ?? {}))`
  return JSON.parse(await Bun.$`${process.execPath} --eval ${script}`.text())
}

/** What the service at a place says of itself, and whether it finds its pages. */
async function startAt(place: string) {
  await using server = await startServer({
    program: [process.execPath, join(place, 'src/index.ts')],
  })
  const answers = [await server.ask('GET /api/health'), await server.ask('GET /')] as const
  return { version: answers[0].headers.get('X-Version'), page: answers[1].status }
}

const nextVersion = version.replace(/\d$/, 'x')

/** Changes the version, and neither size nor time of its file. */
async function changeVersion(place: string) {
  const path = join(place, 'package.json')
  const { atime, mtime } = await stat(path)
  const text = await Bun.file(path).text()
  await Bun.write(path, text.replace(`"version": "${version}"`, `"version": "${nextVersion}"`))
  await utimes(path, atime, mtime)
}

test('a start takes the bundle that was made of just this source', async () => {
  expect(await isTaken(project)).toBe(true)
  expect(await startAt(project)).toEqual({ version, page: 200 })
})

test('a bundle that is not whole is not taken', async () => {
  await truncate(join(project, 'node_modules/.cache/photo-frame/service.js'), 1000)
  expect(await isTaken(project)).toBe(false)
  expect(await startAt(project)).toEqual({ version, page: 200 })
})

test('a bundle is not taken of what has changed since it was begun', async () => {
  const clock = join(folder.path, 'clock.ts')
  await Bun.write(clock, 'const { now } = Date; Date.now = () => now() - 86_400_000')
  await bundling(project, '--preload', clock)
  expect(await isTaken(project)).toBe(false)
})

test('a copy of the project starts from its own source', async () => {
  const copy = join(folder.path, 'copy')
  await cp(project, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  await changeVersion(copy)
  expect(await startAt(copy)).toEqual({ version: nextVersion, page: 200 })
})

test('a project that was moved finds its pages', async () => {
  const moved = join(folder.path, 'moved')
  await rename(project, moved)
  const found = await startAt(moved)
  await rename(moved, project)
  expect(found).toEqual({ version, page: 200 })
})

test('a change is seen that keeps the size and the time of a file, and bundled at the next install', async () => {
  await changeVersion(project)
  expect(await isTaken(project)).toBe(false)
  expect((await startAt(project)).version).toBe(nextVersion)
  await bundling(project)
  expect(await isTaken(project)).toBe(true)
  expect((await startAt(project)).version).toBe(nextVersion)
})
