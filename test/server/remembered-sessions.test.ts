import { describe, expect, test } from 'bun:test'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beginUpload } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { eventually, password, startServer, type TestServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared-folder.ts'
import { temporaryFolder } from '../support/temporary.ts'

const statusOf = async ({ url }: TestServer, cookie: string) =>
  (await fetch(`${url}/api/frames`, { headers: { Cookie: cookie } })).status

const logOut = ({ url }: TestServer, cookie: string) =>
  fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { Cookie: cookie } })

describe('a remembered session', () => {
  test('outlives a process that is killed as soon as it has answered, and not a new password', async () => {
    await using folder = await temporaryFolder()
    const env = { UPLOADS_DIR: folder.path }
    const cookies: string[] = []
    for (let round = 0; round < 5; round += 1) {
      await using server = await startServer({ env })
      for (const cookie of cookies) expect(await statusOf(server, cookie)).toBe(200)
      const { cookie } = await server.login(password, true)
      await server.stop('SIGKILL')
      cookies.push(cookie)
    }
    {
      await using changed = await startServer({ env: { ...env, ADMIN_PASSWORD: 'another one' } })
      for (const cookie of cookies) expect(await statusOf(changed, cookie)).toBe(401)
    }
    // It counts as it is written: a hash is another setting than its password.
    const hash = await Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 })
    await using hashed = await startServer({ env: { ...env, ADMIN_PASSWORD: hash } })
    for (const cookie of cookies) expect(await statusOf(hashed, cookie)).toBe(401)
    const { cookie } = await hashed.login(password, true)
    await using again = await startServer({ env: { ...env, ADMIN_PASSWORD: hash } })
    expect(await statusOf(again, cookie)).toBe(200)
  })

  test("is kept also where somebody has deleted the service's own folder meanwhile", async () => {
    await using folder = await temporaryFolder()
    const env = { UPLOADS_DIR: folder.path }
    await using server = await startServer({ env })
    await server.login(password, true)
    await rm(join(folder.path, '.photo-frame'), { recursive: true })
    const { cookie } = await server.login(password, true)
    await server.stop()
    await using again = await startServer({ env })
    expect(await statusOf(again, cookie)).toBe(200)
  })

  test('ends with the process that made up the password', async () => {
    await using folder = await temporaryFolder()
    const env = { UPLOADS_DIR: folder.path, ADMIN_PASSWORD: undefined }
    let cookie = ''
    {
      await using first = await startServer({ env })
      const invented = await first.onStderr(/For this run it is: (\S+)\n/)
      cookie = (await first.login(invented, true)).cookie
      expect(await statusOf(first, cookie)).toBe(200)
    }
    await using second = await startServer({ env })
    expect(await statusOf(second, cookie)).toBe(401)
  })

  test('is known at once to a process on the same folder, and ends there within two seconds', async () => {
    await using folder = await sharedFolder(2)
    await using one = await startServer({ env: { UPLOADS_DIR: folder.paths[0] } })
    await using other = await startServer({ env: { UPLOADS_DIR: folder.paths[1] } })
    const { cookie } = await one.login(password, true)
    expect(await statusOf(other, cookie)).toBe(200)
    const { cookie: second } = await other.login(password, true)
    expect(await statusOf(one, second)).toBe(200)
    const { cookie: own } = await one.login(password)
    expect(await statusOf(other, own)).toBe(401)

    using upload = await beginUpload(other.url, { content: picture(1), cookie })
    expect((await logOut(one, cookie)).status).toBe(200)
    expect(await statusOf(one, cookie)).toBe(401)
    await eventually(async () => expect(await statusOf(other, cookie)).toBe(401))
    expect((await upload.finish()).status).toBe(401)
    expect(await statusOf(other, second)).toBe(200)
  })
})

test.skipIf(lacks('httpie'))('HTTPie stays logged in over a restart', async () => {
  await using folder = await temporaryFolder()
  await using home = await temporaryFolder()
  const http = async ({ url }: TestServer, method: string, path: string, ...fields: string[]) => {
    const words = ['--ignore-stdin', '--session=frame', '--body', method, `${url}${path}`]
    await using child = Bun.spawn(['http', ...words, ...fields], {
      env: { PATH: process.env['PATH'], HOME: home.path, HTTPIE_CONFIG_DIR: home.path },
      stdin: 'ignore',
      stdout: 'pipe',
    })
    return JSON.parse(await new Response(child.stdout).text())
  }
  const env = { UPLOADS_DIR: folder.path }
  let port = '0'
  {
    await using server = await startServer({ env })
    port = new URL(server.url).port
    await http(server, 'POST', '/api/auth/login', `password=${password}`, 'remember:=true')
    expect((await http(server, 'GET', '/api/admin')).success).toBeTrue()
    await server.stop()
  }
  await using restarted = await startServer({ env: { ...env, PORT: port } })
  expect((await http(restarted, 'GET', '/api/admin')).success).toBeTrue()
  const kept = await readFile(join(folder.path, '.photo-frame/sessions.json'), 'utf8')
  expect(kept.trimEnd().split('\n')).toHaveLength(1)
  expect((await http(restarted, 'POST', '/api/auth/logout')).success).toBeTrue()
  expect((await http(restarted, 'GET', '/api/admin')).code).toBe('AUTHENTICATION_REQUIRED')
})
