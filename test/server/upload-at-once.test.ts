import { expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { jpeg } from '../support/pictures.ts'
import { startServer } from '../support/server.ts'

/** All of one length, so that only their bytes tell them apart. */
const content = (index: number) =>
  jpeg({ width: 4, height: 3, salt: String(index).padStart(4, '0').repeat(50_000) })

test('requests that meet under the same names each keep all of their pictures', async () => {
  await using server = await startServer()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const [own, same] = [content(index), content(99)]
      const body = formOf({ 'a.jpg': own, 'b.jpg': own, 'c.jpg': same }, 'mixed')
      return server.told('POST /api/upload', body)
    }),
  )
  for (const [index, { uploadedFiles }] of answers.entries()) {
    const [a, b, c] = uploadedFiles.map(({ path }: { path: string }) => path)
    expect(content(index).equals(await readFile(server.at(a)))).toBe(true)
    expect(content(index).equals(await readFile(server.at(b)))).toBe(true)
    expect(c).toBe('mixed/c.jpg')
  }
  expect(await readdir(server.at('mixed'))).toHaveLength(21)
  expect(await server.staged()).toEqual([])
})
