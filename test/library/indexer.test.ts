import { expect, test } from 'bun:test'
import { Background } from '../../src/library/background.ts'
import { Indexer } from '../../src/library/indexer.ts'
import { Tree } from '../../src/library/tree/tree.ts'
import { eventually } from '../support/server.ts'
import { shortRests } from '../support/time.ts'

/** How long a probe takes, in milliseconds. */
const probeTime = 4

/** Has an index filled, and gives how long the indexer rested each time, in milliseconds. */
async function restsOf(images: number, demand: { isAsked: boolean }): Promise<unknown[]> {
  const tree = new Tree()
  for (let number = 0; number < images; number += 1) tree.addImage(tree.root, `${number}.jpg`)
  const time = { now: 0 }
  const prober = {
    probe: async (image: Parameters<Tree['noteFacts']>[0]) => {
      time.now += probeTime
      tree.noteFacts(image, { size: 1, mtimeMs: 1 }, 'damaged or incomplete')
      return true
    },
  }
  using timeouts = shortRests()
  const requests = { isBusy: () => false, isAsked: () => demand.isAsked }
  const unexpected = (error: unknown) => {
    throw error
  }
  const background = new Background(requests, unexpected, () => time.now)
  background.start(new Indexer(tree, prober, () => undefined))
  const delays = () => timeouts.mock.calls.map(([, delay]) => delay)
  // It waits a second before it begins, and looks every second once there is nothing to do.
  await eventually(async () => delays().filter((delay) => delay === 1000).length > 1)
  await background.stop()
  return delays().filter((delay) => delay !== 1000)
}

test('the indexer works half of the time while nobody asks for pictures', async () => {
  expect(await restsOf(9, { isAsked: false })).toEqual([12, 12, 12])
})

test('the indexer probes one file at a time, and rests for long, while somebody asks', async () => {
  expect(await restsOf(3, { isAsked: true })).toEqual([60, 60, 60])
})
