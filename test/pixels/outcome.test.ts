import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readdir } from 'node:fs/promises'
import { openCollection, somebody } from '../support/collection.ts'
import { quadrants } from '../support/pixels.ts'
import type { RenditionRequest } from '../../src/pixels/request.ts'

const kept = '.photo-frame/renditions'

/** Asks for renditions of a picture of 60 × 40, each in a request of its own. */
async function ask(requests: readonly RenditionRequest[]) {
  await using opened = await openCollection({ 'a.png': quadrants(60, 40) })
  const answers: { version: string; bytes: string }[] = []
  for (const request of requests) {
    const file = await opened.collection.parts.opener.open('a.png', request)
    const content = (await file?.load(somebody)) ?? new Blob()
    const bytes = content instanceof Blob ? await content.bytes() : content
    answers.push({ version: file?.version ?? '', bytes: Buffer.from(bytes).toString('base64') })
  }
  return { answers, files: (await readdir(opened.at(kept))).length }
}

test('requests that give the same bytes are answered from one rendition', async () => {
  const boxes = [
    { width: 30 },
    { height: 20 },
    { width: 30, height: 20 },
    { width: 30, height: 9999 },
    { width: 10_000, height: 20 },
  ]
  const qualities = [undefined, 1, 50, 100]
  const requests = boxes.flatMap((box) => qualities.map((quality) => ({ ...box, quality })))
  const { answers, files } = await ask(requests)
  expect(new Set(answers.map(({ version }) => version)).size).toBe(1)
  expect(files).toBe(1)
})

test('a version always stands for the same bytes', async () => {
  const side = fc.option(fc.integer({ min: 1, max: 80 }), { nil: undefined })
  const request = fc.record({
    width: side,
    height: side,
    format: fc.constantFrom('jpeg', 'png', 'webp'),
    quality: fc.constantFrom(undefined, 10, 80, 90),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 12 }), async (requests) => {
      const { answers } = await ask(requests)
      for (const one of answers) {
        for (const other of answers) {
          if (one.version === other.version) expect(one.bytes).toBe(other.bytes)
        }
      }
    }),
    { numRuns: 20 },
  )
})
