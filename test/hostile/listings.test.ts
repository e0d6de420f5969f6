import { expect, test } from 'bun:test'
import { truncate } from 'node:fs/promises'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const mebibyte = 1024 ** 2

test('listings of 400 folders at once take no more memory than a few', async () => {
  const paths = Array.from({ length: 400 }, (_, folder) =>
    Array.from({ length: 10 }, (_, index) => `f${folder}/${index}.jpg`),
  ).flat()
  const files = Object.fromEntries(paths.map((path) => [path, picture(path)]))
  await using server = await startServer({ files })
  // As large as the part of a photo that is read for its header.
  for (const path of paths) await truncate(server.at(path), 100_000)
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, folder) => fetch(`${server.url}/api/folders?path=f${folder}`)),
  )
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({ data: { totalImages: 10 } })
  }
  expect(await server.peakMemory()).toBeLessThan(200 * mebibyte)
})

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
