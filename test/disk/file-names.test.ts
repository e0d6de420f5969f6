import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { fileNames } from '../../src/disk/file-names.ts'
import { parsePath } from '../../src/disk/paths.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { anyText } from '../support/text.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)

describe('the name of an uploaded file', () => {
  test.each([
    ['x.jpg', 'jpg', 'x.jpg'],
    ['x.JPG', 'jpg', 'x.jpg'],
    ['x.jpeg', 'jpg', 'x.jpeg'],
    ['x.JPEG', 'jpg', 'x.jpeg'],
    ['x.txt', 'jpg', 'x.jpg'],
    ['x.png', 'jpg', 'x.jpg'],
    ['x.jpeg', 'png', 'x.png'],
    ['x', 'gif', 'x.gif'],
    ['.png', 'png', 'image.png'],
    ['', 'webp', 'image.webp'],
    ['...', 'jpg', 'image.jpg'],
    ['-rf.jpg', 'jpg', 'rf.jpg'],
    ['.-. a.jpg', 'jpg', 'a.jpg'],
    ['a/b\\c.jpg', 'jpg', 'c.jpg'],
    ['../../etc/passwd', 'png', 'passwd.png'],
    ['..\\..\\x.gif', 'gif', 'x.gif'],
    ['C:\\Photos\\x.gif', 'gif', 'x.gif'],
    ['a:b*?.jpg', 'jpg', 'a_b__.jpg'],
    ['a\0b.jpg', 'jpg', 'a_b.jpg'],
    ['\ud800.jpg', 'jpg', '_.jpg'],
    ['e\u0301.jpg', 'jpg', 'é.jpg'],
    ['😀.webp', 'webp', '😀.webp'],
    ['a.tar.gz', 'jpg', 'a.tar.jpg'],
    ['Dr. Who 2.5', 'jpg', 'Dr. Who 2.jpg'],
    ['a/', 'jpg', 'image.jpg'],
  ] as const)('stores %j of type %s as %j', (sent, type, stored) => {
    expect(fileNames.stored(sent, type)).toBe(stored)
  })

  test.each(['x', 'é', '😀'])('shortens a long name of %j before its extension', (character) => {
    const full = character.repeat(Math.floor(251 / bytesOf(character)))
    expect(fileNames.stored(`${full}.jpg`, 'jpg')).toBe(`${full}.jpg`)
    expect(fileNames.stored(`${full}${character}.jpg`, 'jpg')).toBe(`${full}.jpg`)
  })

  test('composes a long name before it is shortened, and no more of it than is needed', () => {
    const full = 'ΐ'.repeat(125)
    expect(fileNames.stored(`${full}ΐ.jpg`.normalize('NFD'), 'jpg')).toBe(`${full}.jpg`)
    // All of these marks would take hours.
    const name = fileNames.stored(`a${'\u0316\u0301'.repeat(500_000)}.jpg`, 'jpg')
    expect(name).toStartWith('á\u0316')
  })

  test('always gives a visible image name of at most 255 bytes, and the same one for it', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...pictureFormats.formats.map((format) => format.type)),
        (sent, type) => {
          const name = fileNames.stored(sent, type)
          expect(bytesOf(name)).toBeLessThanOrEqual(255)
          expect(fileNames.isImage(name)).toBeTrue()
          expect(parsePath(name)).toEqual([name])
          expect(fileNames.stored(name, type)).toBe(name)
        },
      ),
      { seed: 1, numRuns: 3000 },
    )
  })
})

describe('a numbered name', () => {
  test.each([
    ['name.jpg', 0, 'name.jpg'],
    ['name.jpg', 2, 'name-2.jpg'],
    ['name.jpeg', 10, 'name-10.jpeg'],
    [`${'x'.repeat(251)}.jpg`, 12, `${'x'.repeat(248)}-12.jpg`],
    [`${'😀'.repeat(62)}abc.jpg`, 1, `${'😀'.repeat(62)}a-1.jpg`],
  ])('numbers %j with %d as %j', (name, number, numbered) => {
    expect(fileNames.numbered(name, number)).toBe(numbered)
  })

  test('stays a name of at most 255 bytes, a different one for each number', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 10 ** 6 }), (sent, number) => {
        const name = fileNames.stored(sent, 'jpg')
        const numbered = fileNames.numbered(name, number)
        expect(bytesOf(numbered)).toBeLessThanOrEqual(255)
        expect(fileNames.isImage(numbered)).toBeTrue()
        expect(numbered).toEndWith(`-${number}${/\.jpe?g$/.exec(name)?.[0]}`)
      }),
      { seed: 1 },
    )
  })
})

test.each(pictureFormats.formats)('the extensions of $name are names of images', (format) => {
  const { type, extensions, otherExtensions = [] } = format
  for (const extension of extensions) {
    expect(fileNames.isImage(`a (1).${extension.toUpperCase()}`)).toBeTrue()
    expect(fileNames.isImage(`été.${extension}`)).toBeTrue()
    expect(fileNames.endsAs(type, `a.${extension}`)).toBeTrue()
  }
  for (const extension of otherExtensions) {
    expect(fileNames.isImage(`a.${extension}`)).toBeFalse()
    expect(fileNames.mayBePicture(`a.${extension}`)).toBeTrue()
  }
  expect(fileNames.stored('x.qoi', type)).toBe(`x.${type}`)
  expect(fileNames.isImage('a.qoi')).toBeFalse()
  expect(pictureFormats.names).toContain(format.name)
})
