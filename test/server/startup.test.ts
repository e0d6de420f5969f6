import { describe, expect, test } from 'bun:test'
import { chmod, readdir, symlink } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { picture } from '../support/pictures.ts'
import { asNobody, lacks } from '../support/programs.ts'
import { portTaken, runToEnd, startServer, tested } from '../support/server.ts'
import { folderWith, temporaryFolder } from '../support/temporary.ts'

const files = { 'beach.jpg': picture(1), '2024/a.jpg': picture(2), '2024/b.jpg': picture(3) }

const hasIPv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ family }) => family === 'IPv6')
const allAddresses = hasIPv6 ? ['0.0.0.0', '::'] : ['0.0.0.0']

describe('a start', () => {
  test('says where the service listens, where the uploads are and how many', async () => {
    await using server = await startServer({ files })
    const [listening, uploads, page, ...rest] = server.stdout().trimEnd().split('\n')
    expect(listening).toMatch(/^\S+Z info listening on http:\/\/127\.0\.0\.1:\d+$/)
    expect(uploads).toEndWith(` info uploads in ${server.uploadsDir}: 3 images, 1 folder`)
    expect(page).toEndWith(` info add pictures at ${server.url}/admin`)
    expect((await fetch(`${server.url}/admin`)).status).toBe(200)
    expect(rest).toEqual([])
    expect(server.stderr()).toBe('')
  })

  test.each(allAddresses)('on %s names addresses that can be opened', async (host) => {
    await using server = await startServer({ env: { HOST: host } })
    const addresses = Array.from(
      server.stdout().matchAll(/listening on (\S+)\n/g),
      ([, url]) => url,
    )
    expect(addresses).not.toEqual([])
    for (const address of addresses) {
      expect((await fetch(`${address}/api/health`)).status).toBe(200)
      expect(new URL(address ?? '').hostname).not.toBe(host)
    }
  })

  test('makes a missing uploads folder, and those above it', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'a/b/uploads')
    await using server = await startServer({ env: { UPLOADS_DIR: path } })
    expect(await readdir(path)).toEqual(['.photo-frame'])
    const answer = await fetch(`${server.url}/api/folders`)
    expect(JSON.parse(await answer.text()).data.totalImages).toBe(0)
  })
})

test('without ADMIN_PASSWORD a random one is printed once, on stderr, it works, and it is another one each time', async () => {
  await using other = await startServer({ env: { ADMIN_PASSWORD: '' } })
  await using server = await startServer({ env: { ADMIN_PASSWORD: undefined } })
  const said = /^ADMIN_PASSWORD is not set\. For this run it is: (\S{16})\n/
  const invented = await server.onStderr(said)
  expect(await other.onStderr(said)).not.toBe(invented)
  expect((await server.login(invented)).status).toBe(200)
  expect((await server.login('another')).status).toBe(401)
  await server.stop()
  expect(server.stderr().split(invented)).toHaveLength(2)
  expect(server.stdout()).not.toContain(invented)
})

test('a password that can be guessed is warned about, and no other', async () => {
  for (const [short, warnings] of [
    ['1234567', ['warn ADMIN_PASSWORD can be guessed: it has fewer than 8 characters']],
    ['12345678', []],
  ] as const) {
    await using server = await startServer({ env: { ADMIN_PASSWORD: short } })
    await server.stop()
    const lines = server.log().filter((line) => line.includes(' warn '))
    expect(lines.map((line) => line.slice(25))).toEqual([...warnings])
  }
})

describe('a start that fails', () => {
  /** Starts the service, expects status 1 and exactly one line, and gives that line. */
  async function failure(env: Record<string, string>) {
    await using folder = await temporaryFolder()
    const { stdout, stderr, status } = await runToEnd({ UPLOADS_DIR: folder.path, ...env })
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).not.toMatch(/\bat .*\.ts:\d+/)
    return stderr.trimEnd()
  }

  test('names the uploads folder when a file, or a link that leads nowhere, is in its way', async () => {
    await using folder = await folderWith({ file: 'in the way' })
    const at = (path: string) => join(folder.path, path)
    await symlink('missing', at('link'))
    const nowhere = `${at('link')} is a symbolic link to ${at('missing')}, which is not there`
    for (const [name, complaint] of [
      ['file', 'a file is in its way'],
      ['link', nowhere],
    ] as const) {
      for (const uploads of [at(name), join(at(name), 'deeper')]) {
        expect(await failure({ UPLOADS_DIR: uploads })).toBe(
          `The uploads folder ${uploads} can't be used: ${complaint}.`,
        )
      }
    }
  })

  test('names the port first, but behind a proxy the folder, since it listens when it is ready', async () => {
    await using server = await startServer()
    await using folder = await folderWith({ uploads: 'in the way' })
    const { port } = new URL(server.url)
    expect(await failure({ PORT: port })).toBe(portTaken(port))
    const env = { UPLOADS_DIR: join(folder.path, 'uploads'), PORT: port }
    expect(await failure(env)).toStartWith('Port ')
    expect(await failure({ ...env, TRUST_PROXY: 'on' })).toStartWith('The uploads folder ')
  })

  test('names the address when it is not one of this machine, and prints no password that is not used', async () => {
    const sentence = await failure({ HOST: '203.0.113.1', ADMIN_PASSWORD: '' })
    expect(sentence).toMatch(/^Can't listen on 203.0.113.1 port 0: .* Set HOST to an address /)
    expect(sentence).not.toContain('PASSWORD')
  })

  test.skipIf(lacks('nobody'))('says what to do about a port that takes a right', async () => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o777)
    const env = { UPLOADS_DIR: folder.path, PORT: '80', ADMIN_PASSWORD: 'a long password' }
    const { stderr, status } = await runToEnd(env, [], [...asNobody, ...tested])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Can't listen on \S+ port 80: .* set PORT to 3000, or add /m)
  })

  test('names every bad setting with what is accepted, never a password, and changes nothing', async () => {
    await using folder = await folderWith({ 'kept/a.jpg': '' })
    const sentence = await failure({
      UPLOADS_DIR: folder.path,
      PORT: '70000',
      MAX_FILE_SIZE: '0',
      TRUST_PROXY: 'maybe',
      HEIF_DECODER: '/no/such/decoder',
      ADMIN_PASSWORD: '$2b$broken',
    })
    expect(sentence).toContain('PORT="70000" (accepted: a port number from 0 to 65535)')
    for (const part of ['MAX_FILE_SIZE="0" ', 'TRUST_PROXY="maybe" ', 'ADMIN_PASSWORD (accepted']) {
      expect(sentence).toContain(part)
    }
    expect(sentence).toContain('HEIF_DECODER="/no/such/decoder" (accepted: ')
    expect(sentence).not.toContain('broken')
    expect(await readdir(folder.path)).toEqual(['kept'])
  })
})
