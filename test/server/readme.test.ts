import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { commandLine, operating, readme } from '../support/documents.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { realPictures } from '../support/real-pictures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const jpg = (await realPictures())['baseline.jpg'] ?? Buffer.alloc(0)

/** Where the README's service listens, as others and as its own machine name it. */
const elsewhere = 'http://192.168.1.20:3000'
const here = ' :3000/'

/** The first lines to type on a page, or below a heading of it. */
function linesOf(page: string, heading?: string): string {
  const section = heading ? page.slice(page.indexOf(`\n## ${heading}\n`)) : page
  return /```sh\n([^]*?)```/.exec(section)?.[1] ?? ''
}

let server: TestServer
let home: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  server = await startServer({ files: { 'beach.jpg': jpg } })
  home = await temporaryFolder()
  const names = ['beach.jpg', 'tower.jpg', 'Pictures/Rome/IMG 1.jpg', 'Pictures/Rome/a=b; c@d.jpg']
  for (const [index, name] of names.entries()) {
    await mkdir(dirname(join(home.path, name)), { recursive: true })
    await writeFile(join(home.path, name), picture(index))
  }
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

/** Runs lines as somebody types them: in bash, on a terminal. Gives what they print elsewhere. */
async function typed(lines: string) {
  const output = join(home.path, 'output')
  await using child = Bun.spawn(['bash', '-ec', `exec >"${output}" 2>&1\n${lines}`], {
    cwd: home.path,
    env: { PATH: process.env['PATH'], HOME: home.path },
    terminal: {},
  })
  const status = await child.exited
  return { printed: await Bun.file(output).text(), status }
}

/** Types lines of requests, of which each has to succeed. */
async function works(lines: string): Promise<string> {
  const requests = lines.match(/^http /gm) ?? []
  const { printed, status } = await typed(lines.replaceAll(here, ` :${new URL(server.url).port}/`))
  expect(printed).not.toContain('"success":false')
  expect(printed.match(/"success":true/g)).toHaveLength(requests.length)
  expect(status).toBe(0)
  return printed
}

describe('what the README and its pages say', () => {
  test.skipIf(lacks('httpie'))("the admin's day works as typed", async () => {
    await works(linesOf(readme, "The admin's day"))
    const listing = await (await fetch(`${server.url}/api/folders?path=2024/rome`)).text()
    const names: string[] = JSON.parse(listing).data.images.map(
      ({ name }: { name: string }) => name,
    )
    expect(names.toSorted()).toEqual(['IMG 1.jpg', 'a=b; c@d.jpg'])
  })

  test.skipIf(lacks('httpie'))('the other requests of the command line work as typed', async () => {
    const printed = await works(linesOf(commandLine))
    expect(printed).toContain('"path":"2024/rome/beach.jpg","kind":"image"')
  })

  test('every address of a frame answers', async () => {
    const text = readme + operating + commandLine
    const addresses = Array.from(text.matchAll(/http:\/\/192\.168\.1\.20:3000(\/[^'"`\s]*)/g))
    expect(addresses.length).toBeGreaterThan(5)
    for (const [, path] of addresses) expect((await fetch(server.url + path)).status).toBe(200)
  })

  test.skipIf(lacks('curl'))('the line for curl saves a picture', async () => {
    const [, line = ''] = /`(curl -o .*?)`/.exec(readme) ?? []
    const { status } = await typed(line.replace(elsewhere, server.url))
    expect(status).toBe(0)
    const saved = await Bun.file(join(home.path, 'picture.jpg')).bytes()
    expect(saved.subarray(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]))
  })

  test('its pictures are there', async () => {
    for (const [, path = ''] of readme.matchAll(/!\[.*?\]\((.*?)\)/g)) {
      expect(await Bun.file(resolve(import.meta.dir, '../..', path)).exists()).toBe(true)
    }
  })
})
