import { expect } from 'bun:test'
import { findDecoder } from '../../src/disk/processes/system-decoder.ts'
import type { RenditionRequest } from '../../src/pixels/request.ts'
import { openCollection, somebody, type OpenedCollection } from './collection.ts'
import { imageOf } from './heif-files.ts'
import { encodeHeif, photo } from './heif.ts'
import { difference, readPng } from './pixels.ts'

/** What compressing with loss changes, of 255, as a mean. */
const loss = 5

const decoder = findDecoder()

/** A collection with the decoder of the system. */
export const openDecoded = (files: Record<string, Uint8Array>) => openCollection(files, { decoder })

/** The JPEG that a frame gets of a picture. */
export async function show(
  { collection }: OpenedCollection,
  path: string,
  request: RenditionRequest = {},
) {
  const file = await collection.parts.opener.open(path, { format: 'jpeg', quality: 95, ...request })
  if (file === undefined) throw new Error(`There is no ${path}.`)
  const bytes = await file.load(somebody)
  return new Uint8Array(bytes instanceof Blob ? await bytes.bytes() : bytes)
}

/** The photo of the tests as `heif-enc` makes it of little loss, in one of its formats. */
export const encodedPhoto = async (type: 'heic' | 'avif' = 'heic') =>
  encodeHeif(await photo(), type, ['-q', '90'])

/** The photo as an item of a file, with other properties before or behind its own. */
export async function photoItem(type: 'heic' | 'avif', before: Buffer[], behind: Buffer[] = []) {
  const image = imageOf(await encodedPhoto(type))
  return { ...image, properties: [...before, ...image.properties, ...behind] }
}

/** The size that the first picture is listed with. */
export const listedSize = async ({ collection }: OpenedCollection) =>
  (await collection.list('')).images[0]?.dimensions

export const pixelsOf = async (picture: Uint8Array) =>
  readPng(await new Bun.Image(picture).png().bytes())

/** Expects a picture to look like another one, but for what compressing loses. */
export async function expectSame(shown: Uint8Array, original: Uint8Array): Promise<void> {
  const [one, other] = [await pixelsOf(shown), await pixelsOf(original)]
  expect({ width: one.width, height: one.height }).toEqual({
    width: other.width,
    height: other.height,
  })
  expect(difference(one, other)).toBeLessThan(loss)
}
