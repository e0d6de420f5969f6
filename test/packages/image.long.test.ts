import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { YAML } from 'bun'
import { z } from 'zod'
import { version } from '../../package.json' with { type: 'json' }
import { freeAddresses } from '../support/free-addresses.ts'
import { encodeHeif, photo } from '../support/heif.ts'
import { lacks, programOf } from '../support/programs.ts'
import { eventually } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const project = resolve(import.meta.dir, '../..')
const folder = await temporaryFolder()
afterAll(() => folder[Symbol.asyncDispose]())

/** Images are kept apart from those of the machine, and no registry is asked for any. */
const env = {
  ...process.env,
  CONTAINERS_STORAGE_CONF: join(folder.path, 'storage.conf'),
  BUILDAH_ISOLATION: 'chroot',
}

/** Without systemd, and without the right to raise limits. */
const podman = ['podman', '--runtime=runc', '--cgroup-manager=cgroupfs', '--events-backend=none']
const limits = ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1000:1000']

async function run(command: readonly string[], cwd = folder.path) {
  await using child = Bun.spawn([...command], { cwd, env, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const imageSchema = z.object({
  Id: z.string(),
  Architecture: z.string(),
  Size: z.number(),
  User: z.string(),
  Labels: z.record(z.string(), z.string()),
  Config: z.object({ Volumes: z.record(z.string(), z.unknown()) }),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
})

const composeSchema = z.strictObject({
  services: z.strictObject({
    'photo-frame': z.strictObject({
      image: z.string(),
      restart: z.string(),
      ports: z.tuple([z.literal('3000:3000')]),
      env_file: z.string(),
      volumes: z.tuple([z.string()]),
      read_only: z.literal(true),
      cap_drop: z.array(z.string()),
      security_opt: z.array(z.string()),
    }),
  }),
})

/** What Compose makes of its file, but for the network. */
async function composed(): Promise<string[]> {
  const text = await Bun.file(join(project, 'src/packages/container/compose.yaml')).text()
  const { services } = composeSchema.parse(YAML.parse(text))
  const { image, env_file: settings, volumes, cap_drop, security_opt } = services['photo-frame']
  return [
    `--env-file=${settings}`,
    '--read-only',
    ...volumes.map((volume) => `--volume=${volume}`),
    ...cap_drop.map((name) => `--cap-drop=${name}`),
    ...security_opt.map((name) => `--security-opt=${name}`),
    image,
  ]
}

describe.skipIf(lacks('image'))('the image', () => {
  let images: z.output<typeof imageSchema>[] = []
  beforeAll(async () => {
    const storage = { driver: 'vfs', graphroot: 'images', runroot: 'run' }
    const lines = Object.entries(storage).map(([key, value]) =>
      key === 'driver' ? `${key} = "${value}"` : `${key} = "${join(folder.path, value)}"`,
    )
    await writeFile(env.CONTAINERS_STORAGE_CONF, `[storage]\n${lines.join('\n')}\n`)
    // What `debian:trixie-slim` is in a registry.
    const makeDebian = async () => {
      await run(['mmdebstrap', '--quiet', '--variant=apt', 'trixie', 'debian.tar'])
      const container = await run(['buildah', 'from', 'scratch'])
      await run(['buildah', 'add', '--quiet', container, 'debian.tar', '/'])
      const name = 'docker.io/library/debian:trixie-slim'
      await run(['buildah', 'commit', '--quiet', '--rm', container, name])
    }
    const buildExecutables = async () => {
      const dist = join(folder.path, 'dist')
      await mkdir(dist)
      const script = `
        const { buildExecutables } = await import('./src/packages/executables.ts')
        await buildExecutables('${dist}')`
      await run([process.execPath, '--eval', script], project)
    }
    for (const path of ['package.json', '.dockerignore', 'src/packages/container']) {
      await cp(join(project, path), join(folder.path, path), { recursive: true })
    }
    await Promise.all([makeDebian(), buildExecutables()])
    await run(['sh', 'src/packages/container/build-image.sh', 'photo-frame'])
    const label = '--filter=label=org.opencontainers.image.title=photo-frame'
    const ids = (await run([...podman, 'images', '--quiet', label])).split('\n')
    const inspected: unknown = JSON.parse(await run([...podman, 'image', 'inspect', ...ids]))
    images = z.array(imageSchema).parse(inspected)
  }, 300_000)

  test('is made for both platforms, with the version, a user, a volume and a health check', () => {
    const platforms = images.map(({ Architecture }) => Architecture)
    expect(platforms.toSorted()).toEqual(['amd64', 'arm64'])
    for (const image of images) {
      expect(image).toMatchObject({
        User: 'photo-frame',
        Config: { Volumes: { '/srv/photos': {} } },
        Healthcheck: { Test: ['CMD', 'photo-frame', 'health'] },
        Labels: { 'org.opencontainers.image.version': version },
      })
    }
  })

  test('takes at most 160 MB', () => {
    for (const { Size } of images) expect(Size).toBeLessThanOrEqual(160e6)
  })

  test('serves, stores and decodes as compose.yaml runs it: not as root, with nothing else to write', async () => {
    const [address = ''] = await freeAddresses(1)
    const [, PORT = ''] = address.split(':')
    await mkdir(join(folder.path, 'photos'))
    await chown(join(folder.path, 'photos'), 1000, 1000)
    await writeFile(join(folder.path, 'photos/a.heic'), await encodeHeif(await photo(), 'heic'))
    await writeFile(join(folder.path, 'photos/b.avif'), await encodeHeif(await photo(), 'avif'))
    await writeFile(join(folder.path, '.env'), `ADMIN_PASSWORD=correct horse\nPORT=${PORT}\n`)
    const options = ['--detach', '--network=host', ...limits, ...(await composed())]
    const container = await run([...podman, 'run', ...options])
    const inContainer = (...words: string[]) => run([...podman, 'exec', container, ...words])
    try {
      const url = `http://127.0.0.1:${PORT}`
      await eventually(async () => (await fetch(url).catch(() => undefined))?.ok === true)
      for (const name of ['a.heic', 'b.avif']) {
        const scaled = await fetch(`${url}/uploads/${name}?width=20&format=jpeg`)
        expect(scaled.headers.get('content-type')).toBe('image/jpeg')
      }
      const login = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ password: 'correct horse' }),
      })
      const body = new FormData()
      body.append('files', new File([await photo()], 'new.jpg'))
      const headers = { Cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' }
      const upload = await fetch(`${url}/api/upload`, { method: 'POST', headers, body })
      expect(upload.status).toBe(200)
      expect(await readdir(join(folder.path, 'photos'))).toContain('new.jpg')
      await run([...podman, 'healthcheck', 'run', container])
      expect(await inContainer('busybox', 'id', '-u')).toBe('1000')
      await expect(inContainer('busybox', 'touch', '/usr/file')).rejects.toThrow(
        'Read-only file system',
      )
    } finally {
      await run([...podman, 'stop', container])
    }
    const log = await run([...podman, 'logs', container])
    expect(log).toEndWith(' info stopped')
    expect(log).not.toContain(' error ')
  }, 120_000)

  test('is pushed with both platforms, health check and all, and the digest is told', async () => {
    const target = join(folder.path, 'pushed')
    const push = ['sh', 'src/packages/container/push-image.sh', 'photo-frame', `dir:${target}`]
    const digest = await run(push)
    const list = await Bun.file(join(target, 'manifest.json')).text()
    expect(digest).toBe(`sha256:${new Bun.CryptoHasher('sha256').update(list).digest('hex')}`)
    expect(JSON.parse(list).manifests).toMatchObject([
      { platform: { architecture: 'amd64' } },
      { platform: { architecture: 'arm64' } },
    ])
    const configs = await Bun.$`grep -l '"Healthcheck":' ${await readdir(target)}`
      .cwd(target)
      .text()
    expect(configs.trim().split('\n')).toHaveLength(2)
  }, 60_000)

  test.skipIf(lacks('arm64 emulator'))(
    'has for arm64 all libraries of its programs',
    async () => {
      const arm64 = images.find(({ Architecture }) => Architecture === 'arm64')
      const container = await run(['buildah', 'from', arm64?.Id ?? ''])
      const root = await run(['buildah', 'mount', container])
      const emulator = [programOf('arm64 emulator') ?? '', '-L', root]
      expect(await run([...emulator, join(root, 'usr/bin/photo-frame'), '--version'])).toBe(
        `photo-frame ${version}`,
      )
      for (const words of [
        ['heif-dec', '--version'],
        ['unshare', '--version'],
        ['setpriv', '--version'],
        ['prlimit', '--version'],
        ['taskset', '--version'],
        ['true'],
      ]) {
        await run([...emulator, join(root, 'usr/bin', words[0] ?? ''), ...words.slice(1)])
      }
    },
    60_000,
  )
})
