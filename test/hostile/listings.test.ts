import { expect, test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const mebibyte = 1024 ** 2

test('a hundred readers of a long listing that do not read share it', async () => {
  // More than the system itself holds for a connection.
  const folder = Array.from({ length: 6 }, () => 'Ἀ'.repeat(80)).join('/')
  const paths = Array.from({ length: 3500 }, (_, index) => `${folder}/${index}.jpg`)
  const files = Object.fromEntries(paths.map((path) => [path, picture(path)]))
  await using server = await startServer({ files })
  const target = `/api/folders?path=${encodeURIComponent(folder)}`
  const listing = await (await fetch(server.url + target)).bytes()
  expect(listing.length).toBeGreaterThan(5 * mebibyte)
  const before = await server.peakMemory()
  const readers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const reader = await openConnection(server.url)
      reader.pause()
      reader.write(`GET ${target} HTTP/1.1\r\nHost: frame.example\r\n\r\n`)
      return reader
    }),
  )
  const last = await fetch(server.url + target)
  expect(Buffer.from(await last.bytes()).equals(listing)).toBeTrue()
  expect((await server.peakMemory()) - before).toBeLessThan(100 * mebibyte)
  for (const reader of readers) reader.breakOff()
})
