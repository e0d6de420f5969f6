import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const answerSchema = z.object({ code: z.literal('NO_IMAGES_AVAILABLE'), error: z.string() })

describe('an answer without a picture says why', () => {
  test.each([
    ['folder=Rome', /^There is no folder "Rome"\./],
    ['folder=empty&folder=2024/Rome/', /^There is no folder "2024\/Rome"\./],
    ['folder=..', /^There is no folder "\.\."\./],
    ['folder=empty', /^There are no images here yet\./],
    ['since=1d&orientation=portrait&exclude=2024', /^No image here meets the conditions\./],
    ['folder=2024&exclude=2024', /^No image here meets the conditions\./],
  ])('%s', async (query, sentence) => {
    await using service = await openApp({ files: { '2024/a.jpg': picture('a') } })
    const cookie = await service.login()
    await service.ask('POST /api/folders', { json: { path: 'empty', name: 'empty' }, cookie })
    const answer = await service.ask(`GET /api/images/random?${query}`)
    expect(answer.status).toBe(404)
    expect(answerSchema.parse(await answer.json()).error).toMatch(sentence)
  })
})
