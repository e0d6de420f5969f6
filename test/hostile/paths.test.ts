import { afterEach, beforeEach, expect, test, describe } from 'bun:test'
import { lstatSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import * as fc from 'fast-check'
import type { ErrorCode } from '../../src/errors.ts'
import { dataOf, formOf } from '../support/app.ts'
import { picture } from '../support/pictures.ts'
import { anyText } from '../support/text.ts'
import { jsonOf, openPlace, type Place } from './place.ts'
import { tricks } from './tricks.ts'

let place: Place
beforeEach(async () => {
  place = await openPlace()
})
afterEach(() => place[Symbol.asyncDispose]())

type Operation = (path: string) => Promise<Response>

/** As a value of a query, encoded once, and as a careless client sends it. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const asIs = (text: string) => text.toWellFormed().replace(/[&#]/g, encodeURIComponent)
const lastOf = (path: string) =>
  path
    .replace(/\/{1,99}$/, '')
    .split('/')
    .at(-1)

const reading: Record<string, Operation> = {
  list: (path) => place.send(`/api/folders?path=${encoded(path)}`),
  'list, not encoded': (path) => place.send(`/api/folders?path=${asIs(path)}`),
  'list, encoded twice': (path) => place.send(`/api/folders?path=${encoded(encoded(path))}`),
  random: (path) => place.send(`/api/images/random?folder=${encoded(path)}`),
  'random, sent': (path) => place.send(`/api/images/random?as=image&folder=${encoded(path)}`),
  frame: (path) => place.send(`/api/images/random?frame=${encoded(path)}`),
  file: (path) => place.send(`/uploads/${encoded(path)}`),
  'file, not encoded': (path) => place.send(`/uploads/${asIs(path).replaceAll('?', '%3f')}`),
  'file, encoded twice': (path) => place.send(`/uploads/${encoded(encoded(path))}`),
  rendition: (path) => place.send(`/uploads/${encoded(path)}?width=9`),
}

/** What a path is told that leads to nothing. */
const codes: Record<string, ErrorCode[]> = {
  list: ['FOLDER_NOT_FOUND'],
  random: ['NO_IMAGES_AVAILABLE', 'INVALID_REQUEST'],
  'random, sent': ['NO_IMAGES_AVAILABLE', 'INVALID_REQUEST'],
  file: ['IMAGE_NOT_FOUND'],
  'file, encoded twice': ['IMAGE_NOT_FOUND'],
  rendition: ['IMAGE_NOT_FOUND'],
}

const removing: Record<string, Operation> = {
  delete: (path) => place.send('/api/images', jsonOf('DELETE', { images: [path] }, place.cookie)),
  'delete below /uploads/': (path) =>
    place.send('/api/images', jsonOf('DELETE', { images: [`/uploads/${path}`] }, place.cookie)),
}

const upload = (body: FormData) =>
  place.send('/api/upload', { method: 'POST', headers: { Cookie: place.cookie }, body })

const making: Record<string, Operation> = {
  create: (path) => {
    const folder = { path, name: lastOf(path) }
    return place.send('/api/folders', jsonOf('POST', folder, place.cookie))
  },
  'upload into it': (path) => upload(formOf({ 'new.jpg': picture('new') }, path)),
  'upload by that name': (path) => upload(formOf({ [path]: picture('new') }, 'trips')),
}

/** Whether what was made lies in the uploads folder, on no detour. */
function expectMadeInside(path: unknown) {
  const target = join(place.uploadsDir, String(path))
  expect(lstatSync(target).isSymbolicLink()).toBeFalse()
  expect(realpathSync(target)).toStartWith(place.uploadsDir + sep)
  expect(realpathSync(target)).toBe(target)
}

describe.each(Object.entries({ ...reading, ...removing }))('%s', (name, operation) => {
  const expectNothing = async (path: string) => {
    const [outside, all] = [place.outside(), place.fingerprint()]
    const answer = await operation(path)
    if (name in removing && answer.status === 200) {
      const deletedImages = [{ status: 'not_found', error: expect.any(String) }]
      const data = { deletedImages, totalDeleted: 0, totalSize: 0 }
      expect(await dataOf(answer.clone())).toMatchObject(data)
    }
    const body = (await place.judge(answer, outside)).toString()
    expect(place.fingerprint()).toEqual(all)
    return body
  }

  test('changes nothing and tells nothing, whatever path it is given', async () => {
    for (const trick of tricks) {
      const body = await expectNothing(trick)
      // What climbs to the very top by itself is answered with the slideshow.
      if (name in codes && trick !== '..') expect(codes[name]).toContain(JSON.parse(body).code)
    }
  })

  test('stays so for any text', async () => {
    const path = anyText.filter((text) => !/a\.jpg|b\.jpg/.test(text))
    const property = fc.asyncProperty(path, async (text) => void (await expectNothing(text)))
    await fc.assert(property, { numRuns: 60 })
  })
})

describe.each(Object.entries(making))('%s', (_, operation) => {
  const expectInsideOrNothing = async (path: string) => {
    const [outside, all] = [place.outside(), place.fingerprint()]
    const answer = await operation(path)
    const body = JSON.parse((await place.judge(answer, outside)).toString())
    if (answer.status === 200) {
      expectMadeInside(body.data.folderPath ?? body.data.uploadedFiles[0].path)
      return
    }
    expect(['INVALID_FOLDER_NAME', 'INVALID_REQUEST', 'NO_FILES']).toContain(body.code)
    expect(place.fingerprint()).toEqual(all)
  }

  test('makes it inside or not at all, whatever path it is given', async () => {
    for (const trick of tricks) await expectInsideOrNothing(trick)
  })

  test('stays so for any text', async () => {
    await fc.assert(fc.asyncProperty(anyText, expectInsideOrNothing), { numRuns: 60 })
  })
})
