import { expect, test } from 'bun:test'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { recordBytes, recordLength, writeRecord } from '../../src/library/facts/facts-record.ts'
import { pathHash } from '../../src/library/tree/nodes.ts'
import { Tree } from '../../src/library/tree/tree.ts'
import { encodeLines } from '../../src/lib/checked-lines.ts'
import { jpeg } from '../support/pictures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const gibibyte = 1024 ** 3

/** A service whose folder of its own holds what somebody has put there. */
async function startWith(put: (folder: string) => Promise<void>) {
  const folder = await temporaryFolder()
  await mkdir(`${folder.path}/.photo-frame`)
  await put(`${folder.path}/.photo-frame`)
  const files = { '1.jpg': jpeg({ width: 4, height: 3 }) }
  const server = await startServer({ env: { UPLOADS_DIR: folder.path }, files })
  return {
    server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function expectAllWorks(server: TestServer): Promise<void> {
  const { told } = server
  await told('PUT /api/frames/hall', { label: 'Hall' })
  await told('POST /api/images/marks', { images: ['1.jpg'], favourite: true })
  await told('POST /api/invitations', { folder: 'new' })
  const conditions = ['', 'every=1h', 'order=newest', 'orientation=landscape', 'since=10d']
  for (const each of conditions) await told(`GET /api/images/random?frame=hall&${each}`)
  for (const path of ['/api/folders', '/api/frames', '/api/admin']) await told(`GET ${path}`)
  expect(await server.peakMemory()).toBeLessThan(256 * 1024 ** 2)
}

test('files of a gigabyte in the place of its own take none of its memory', async () => {
  const own = ['rounds', 'frames', 'slots', 'decoding']
  const names = [
    ...own.map((name) => `${name}.table`),
    ...[...own, 'steering', 'marks', 'invitations'].map((name) => `${name}.json`),
  ]
  await using place = await startWith(async (folder) => {
    for (const name of [...names, 'images.bin', 'tags.bin', 'id']) {
      await writeFile(`${folder}/${name}`, '')
      await truncate(`${folder}/${name}`, gibibyte)
    }
  })
  await expectAllWorks(place.server)
})

test('numbers of pictures that none can have take none of its memory', async () => {
  const huge = 2 ** 31
  const round = {
    order: 'shuffle',
    frame: 'hall',
    conditions: '',
    position: 0,
    day: 0,
    seed: 1,
    since: huge,
    joins: [{ serial: huge, at: 0 }],
    returns: [],
  }
  const tree = new Tree()
  const image = tree.addImage(tree.root, '1.jpg')
  image.serial = huge
  const record = new Uint8Array(recordLength)
  writeRecord(recordBytes(record), 0, pathHash(image), image)
  await using place = await startWith(async (folder) => {
    await writeFile(`${folder}/images.bin`, record)
    await writeFile(`${folder}/rounds.json`, encodeLines([round]))
  })
  await expectAllWorks(place.server)
})
