import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { imageTypes } from '../../src/formats/header.ts'
import {
  isImageName,
  numberedFileName,
  parsePath,
  storedFileName,
} from '../../src/collection/paths.ts'
import { anyText } from '../support/text.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)

describe('storedFileName', () => {
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
    expect(storedFileName(sent, type)).toBe(stored)
  })

  test.each(['x', 'é', '😀'])('shortens a long name of %j before its extension', (character) => {
    const full = character.repeat(Math.floor(251 / bytesOf(character)))
    expect(storedFileName(`${full}.jpg`, 'jpg')).toBe(`${full}.jpg`)
    expect(storedFileName(`${full}${character}.jpg`, 'jpg')).toBe(`${full}.jpg`)
  })

  test('always gives a visible image name of at most 255 bytes, and the same one for it', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...imageTypes), (sent, type) => {
        const name = storedFileName(sent, type)
        expect(bytesOf(name)).toBeLessThanOrEqual(255)
        expect(isImageName(name)).toBeTrue()
        expect(parsePath(name)).toEqual([name])
        expect(storedFileName(name, type)).toBe(name)
      }),
      { seed: 1, numRuns: 3000 },
    )
  })
})

describe('numberedFileName', () => {
  test.each([
    ['name.jpg', 0, 'name.jpg'],
    ['name.jpg', 2, 'name-2.jpg'],
    ['name.jpeg', 10, 'name-10.jpeg'],
    [`${'x'.repeat(251)}.jpg`, 12, `${'x'.repeat(248)}-12.jpg`],
    [`${'😀'.repeat(62)}abc.jpg`, 1, `${'😀'.repeat(62)}a-1.jpg`],
  ])('numbers %j with %d as %j', (name, number, numbered) => {
    expect(numberedFileName(name, number)).toBe(numbered)
  })

  test('stays a name of at most 255 bytes, a different one for each number', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 10 ** 6 }), (sent, number) => {
        const name = storedFileName(sent, 'jpg')
        const numbered = numberedFileName(name, number)
        expect(bytesOf(numbered)).toBeLessThanOrEqual(255)
        expect(isImageName(numbered)).toBeTrue()
        expect(numbered).toEndWith(`-${number}${/\.jpe?g$/.exec(name)?.[0]}`)
      }),
      { seed: 1 },
    )
  })
})
