import { expect, test } from 'bun:test'
import { failed, openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

test.each([
  ['folder=Rome', /^There is no folder "Rome"\./],
  ['folder=empty&folder=2024/Rome/', /^There is no folder "2024\/Rome"\./],
  ['folder=..', /^There is no folder "\.\."\./],
  ['folder=empty', /^There are no images here yet\./],
  ['since=1d&orientation=portrait&exclude=2024', /^No image here meets the conditions\./],
  ['folder=2024&exclude=2024', /^No image here meets the conditions\./],
])('an answer without a picture says why: %s', async (query, sentence) => {
  await using service = await openApp({ files: { '2024/a.jpg': picture('a') } })
  await service.told('POST /api/folders', { path: 'empty', name: 'empty' })
  const answer = await service.ask(`GET /api/images/random?${query}`)
  const error = expect.stringMatching(sentence)
  expect(await answer.json()).toEqual({ ...failed('NO_IMAGES_AVAILABLE'), error })
})
