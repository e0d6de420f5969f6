import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { realPictures } from '../support/real-pictures.ts'
import { lacks, programOf } from '../support/programs.ts'
import { startServer } from '../support/server.ts'
import { slideshowPage } from '../support/slideshow-page.ts'
import { temporaryFolder } from '../support/temporary.ts'

const jpg = (await realPictures())['baseline.jpg'] ?? Buffer.alloc(0)
const project = resolve(import.meta.dir, '../..')
const built = await temporaryFolder()

beforeAll(async () => {
  const build = Bun.spawn([process.execPath, 'src/packages/build.ts', built.path], {
    cwd: project,
    env: { ...process.env, DPKG_DEB_COMPRESSOR_TYPE: 'none' },
    stdout: 'ignore',
  })
  expect(await build.exited).toBe(0)
}, 300_000)
afterAll(() => built[Symbol.asyncDispose]())

const executable = (arch: 'x64' | 'arm64') => join(built.path, `photo-frame-linux-${arch}`)

/** Debian's folder for libraries of the other platform. */
const libraries = '/usr/aarch64-linux-gnu'

/** The processor of the Raspberry Pi Zero 2 W and 3, the oldest that is supported. */
const processor = 'cortex-a53'

/** The command that runs an executable on this machine; `undefined` where there is none. */
function commandOf(arch: 'x64' | 'arm64'): string[] | undefined {
  if (process.arch === arch) return [executable(arch)]
  const emulator = programOf('arm64 emulator')
  if (arch !== 'arm64' || emulator === undefined || lacks('arm64 emulator')) return undefined
  return [emulator, '-cpu', processor, '-L', libraries, executable(arch)]
}

describe.each(['x64', 'arm64'] as const)('the executable for %s', (arch) => {
  const program = commandOf(arch) ?? [executable(arch)]
  const maybe = test.skipIf(commandOf(arch) === undefined)

  maybe('serves pictures and the page without other files', async () => {
    const files = { 'a/beach.jpg': jpg }
    await using server = await startServer({ program, files, env: { PATH: '/nonexistent' } })
    const health = await fetch(`${server.url}/api/health`)
    const counts = { status: 'ok', totalFolders: 1, totalImages: 1 }
    expect(await health.json()).toMatchObject({ success: true, data: counts })
    const random = await fetch(`${server.url}/api/images/random`)
    expect(JSON.parse(await random.text()).data).toMatchObject({
      imagePath: '/uploads/a/beach.jpg',
      metadata: { size: jpg.length, dimensions: { width: 24, height: 16 } },
    })
    const scaled = await fetch(`${server.url}/api/images/random?as=image&width=12`)
    expect(scaled.headers.get('content-type')).toBe('image/jpeg')
    const page = await (await fetch(server.url)).text()
    expect(page).toBe(slideshowPage)
    expect(await server.stop()).toBe(0)
    expect(server.stderr()).toBe('')
  })

  maybe('contains the commands', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'cut.jpg'), jpg.subarray(0, 300))
    const run = async (...words: string[]) => {
      const env = { UPLOADS_DIR: folder.path }
      await using child = Bun.spawn([...program, ...words], {
        cwd: folder.path,
        env,
        stderr: 'pipe',
      })
      return { stdout: await new Response(child.stdout).text(), status: await child.exited }
    }
    expect(await run('--version')).toEqual({ stdout: `photo-frame ${version}\n`, status: 0 })
    expect(await run('check')).toMatchObject({
      stdout: expect.stringMatching(/^cut\.jpg: /),
      status: 1,
    })
    const { stdout } = await run('--help')
    expect(stdout).toContain(`  UPLOADS_DIR (${join(folder.path, 'uploads')})\n`)
  })
})

test('what a release consists of is built, and nothing else', async () => {
  const names = await readdir(built.path)
  const packages = [`photo-frame_${version}_amd64.deb`, `photo-frame_${version}_arm64.deb`]
  expect(names.toSorted()).toEqual([
    'SHA256SUMS',
    `photo-frame-${version}-linux-arm64.tar.gz`,
    `photo-frame-${version}-linux-x64.tar.gz`,
    `photo-frame-${version}.cdx.json`,
    'photo-frame-linux-arm64',
    'photo-frame-linux-x64',
    ...(lacks('dpkg-deb') ? [] : packages),
  ])
})

describe('an executable', () => {
  const program = [executable(process.arch === 'arm64' ? 'arm64' : 'x64')]

  test('keeps its uploads in the working directory unless UPLOADS_DIR is set', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'uploads'))
    await writeFile(join(folder.path, 'uploads/beach.jpg'), jpg)
    const env = { UPLOADS_DIR: undefined }
    await using server = await startServer({ program, cwd: folder.path, env })
    expect(await readdir(join(folder.path, 'uploads'))).toContain('.photo-frame')
    const health = await fetch(`${server.url}/api/health`)
    expect(await health.json()).toMatchObject({ data: { totalImages: 1 } })
  })

  test('takes settings from a .env in the working directory, and runs no code from there', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, '.env'), 'LOG_LEVEL=debug\nHOST=203.0.113.1\n')
    await writeFile(join(folder.path, 'bunfig.toml'), 'preload = ["./preload.ts"]\n')
    await writeFile(join(folder.path, 'preload.ts'), 'console.log("run"); process.exit(3)\n')
    await using server = await startServer({ program, cwd: folder.path })
    await fetch(`${server.url}/api/health`)
    await server.logged(/debug GET \/api\/health/)
    expect(server.stdout()).not.toContain('run')
  })
})
