import { expect, test } from 'bun:test'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { findTroubles } from '../src/troubles.ts'
import { openCollection } from './support/collection.ts'
import { lacks } from './support/programs.ts'
import { smallDisk, temporaryFolder } from './support/temporary.ts'

const config = readConfig({})
const addresses = ['http://192.0.2.1:3000']

test('a collection that lacks nothing has no troubles', async () => {
  await using opened = await openCollection()
  expect(await findTroubles(opened.collection, config, addresses)).toEqual([])
})

test('a clock that was never set is named with its day', async () => {
  await using opened = await openCollection({}, { clock: () => 10_000 })
  const [trouble, ...others] = await findTroubles(opened.collection, config, addresses)
  expect(trouble).toMatch(/^the clock says 1970-01-01: connect the network/)
  expect(others).toEqual([])
})

test('no network is a trouble only for a service that others are to open', async () => {
  await using opened = await openCollection()
  const troubles = (host: string) =>
    findTroubles(opened.collection, readConfig({ HOST: host }), ['http://localhost:3000'])
  expect(await troubles('0.0.0.0')).toEqual([expect.stringMatching(/^there is no network: /)])
  expect(await troubles('localhost')).toEqual([])
})

test.skipIf(lacks('mount'))('a full disk is named with what to do', async () => {
  await using disk = await smallDisk(12 * 1024 ** 2)
  await disk.mount()
  await using opened = await openCollection({}, { uploadsDir: disk.path })
  expect(await findTroubles(opened.collection, config, addresses)).toEqual([])
  await writeFile(join(disk.path, 'film.mov'), Buffer.alloc(8 * 1024 ** 2))
  const troubles = await findTroubles(opened.collection, config, addresses)
  expect(troubles).toEqual([expect.stringMatching(/is full \(.*MB free\): delete pictures/)])
})

test.skipIf(process.getuid?.() !== 0)('root is told of a folder of another user', async () => {
  await using folder = await temporaryFolder()
  await chown(folder.path, 65_534, 65_534)
  await using opened = await openCollection({}, { uploadsDir: folder.path })
  expect(await findTroubles(opened.collection, config, addresses)).toEqual([
    expect.stringContaining(`sudo chown -R --from=root 65534 ${folder.path}`),
  ])
})
