import { expect, test } from 'bun:test'
import { blackPng, bombTypes, jpegOfScans, pngBomb } from '../support/bombs.ts'
import { quadrants, quadrantsOf } from '../support/pixels.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { startServer } from '../support/server.ts'

const mebibyte = 1024 ** 2

test('text and profiles of 900 MB in a PNG are not unpacked, and the picture shows', async () => {
  const bombs = bombTypes.map((type) => [`${type}.png`, pngBomb(type, 900)] as const)
  await using server = await startServer({ files: Object.fromEntries(bombs) })
  for (const [name] of bombs) {
    const answer = await fetch(`${server.url}/uploads/${name}?width=30`)
    expect(answer.status).toBe(200)
    expect(await quadrantsOf(await answer.bytes())).toEqual(['red', 'green', 'blue', 'white'])
  }
  expect(await server.peakMemory()).toBeLessThan(300 * mebibyte)
})

test('a JPEG of more scans than any program writes is refused, and not dealt scaled', async () => {
  const files = { 'bomb.jpg': await jpegOfScans(5000), 'good.png': quadrants(60, 40) }
  await using server = await startServer({ files })
  const refused = await fetch(`${server.url}/uploads/bomb.jpg?width=30`)
  expect(refused.status).toBe(400)
  expect((await fetch(`${server.url}/uploads/bomb.jpg`)).status).toBe(200)
  for (let time = 0; time < 4; time += 1) {
    const dealt = await fetch(`${server.url}/api/images/random?as=image&width=30`)
    expect(dealt.headers.get('x-image-path')).toBe('good.png')
  }
})

test('a picture in whose scaling the process died is tried once, and others are shown', async () => {
  await using folder = await temporaryFolder()
  const env = { UPLOADS_DIR: folder.path, HOST: '127.0.0.1' }
  const files = { 'large.png': blackPng(8000, 5000), 'good.png': quadrants(60, 40) }
  const journal = Bun.file(`${folder.path}/.photo-frame/decoding.table`)
  {
    await using server = await startServer({ files, env })
    void fetch(`${server.url}/uploads/large.png?width=7000`).catch(() => undefined)
    // As the system does when the memory runs out.
    while (!(await journal.text().catch(() => '')).includes('large.png')) await Bun.sleep(0)
    await server.stop('SIGKILL')
  }
  for (let start = 0; start < 2; start += 1) {
    await using server = await startServer({ env })
    const refused = await fetch(`${server.url}/uploads/large.png?width=7000`)
    expect(await refused.json()).toMatchObject({ code: 'INVALID_REQUEST' })
    expect((await fetch(`${server.url}/uploads/large.png`)).status).toBe(200)
    for (let time = 0; time < 3; time += 1) {
      const dealt = await fetch(`${server.url}/api/images/random?as=image&width=30`)
      expect(dealt.headers.get('x-image-path')).toBe('good.png')
    }
  }
})
