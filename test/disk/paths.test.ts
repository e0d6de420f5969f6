import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { isVisibleName, parseNewFolderPath, parsePath } from '../../src/disk/paths.ts'
import { fileNames } from '../../src/disk/file-names.ts'
import { anyText } from '../support/text.ts'

describe('parsePath', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['/', []],
    ['///', []],
    ['a', ['a']],
    ['/a/b/', ['a', 'b']],
    ['Été 2024/Ana & Tom.jpg', ['Été 2024', 'Ana & Tom.jpg']],
    ['e\u0301', ['é']],
    ['%2e%2e', ['%2e%2e']],
    ['a b.', ['a b.']],
  ])('splits %j', (path, segments) => {
    expect(parsePath(path)).toEqual(segments)
  })

  const steps = ['.', '..', '...', 'a/../b', 'a/./b', '../a', 'a/..', 'a//b']
  const hidden = ['.hidden/a', 'a/.hidden', '.photo-frame/rounds.table']
  const prohibited = ['a\\b', '..\\a', 'a:b', 'a*', 'a?', '<a>', 'a|b', '"a"']
  const control = ['a\0', 'a\nb', 'a\u007f', 'a\u0085', '\ud800', 'a\ufffd']
  const ignored = ['@eaDir/a.jpg', '@EADIR/a.jpg', '#recycle', 'lost+found']
  const long = ['a'.repeat(2049), `${'a/'.repeat(64)}a`]
  test.each([steps, hidden, prohibited, control, ignored, long].flat())(
    'takes %j for no path',
    (path) => {
      expect(parsePath(path)).toBeUndefined()
    },
  )

  test('gives only visible names in NFC, and the same again from its own answer', () => {
    fc.assert(
      fc.property(anyText, (path) => {
        const segments = parsePath(path)
        if (segments === undefined) return
        for (const name of segments) {
          expect(isVisibleName(name)).toBeTrue()
          expect(name).toBe(name.normalize('NFC'))
          expect(name).not.toContain('/')
          expect(['', '.', '..']).not.toContain(name)
        }
        expect(parsePath(segments.join('/'))).toEqual(segments)
      }),
      { seed: 1, numRuns: 2000 },
    )
  })
})

describe('parseNewFolderPath', () => {
  test.each([' a', 'a ', 'a.', 'a/ b', 'x'.repeat(256), 'é'.repeat(128), '.a', 'lost+found'])(
    'refuses %j',
    (path) => expect(parseNewFolderPath(path)).toBeUndefined(),
  )

  test.each(
    [
      ['\ufeff', '\u00a0', '\u2028', '\u200b\u200d', '\u3164', '\u2800', '\ufe0f'],
      ['a\ufeff', 'a\u202eb', '\u2066a', 'a/\u00a0/b', 'a\u2069'],
    ].flat(),
  )('refuses %j, which does not show itself, or not as it is', (path) =>
    expect(parseNewFolderPath(path)).toBeUndefined(),
  )

  test.each([
    'a',
    'Été/2024',
    'x'.repeat(255),
    'é'.repeat(127),
    '-a',
    'a.b',
    "2024-05-01 Ana & Tom, it's 100% (new) #1 + ~",
    'a\u00a0b',
    '👨\u200d👩\u200d👧',
    'صور\u200f 2024',
    '❤\ufe0f',
  ])('allows %j', (path) => expect(parseNewFolderPath(path)).toEqual(path.split('/')))

  test('makes no folder whose images could have no path', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b'.repeat(200), 'é'), { maxLength: 70 }),
        (names) => {
          const folder = parseNewFolderPath(names.join('/'))
          if (folder !== undefined) {
            expect(parsePath([...folder, `${'x'.repeat(251)}.jpg`].join('/'))).toBeDefined()
          }
        },
      ),
      { seed: 1 },
    )
  })
})

test.each([
  '.a.jpg',
  'a.txt',
  'a',
  'a.jpg.part',
  'a\ufffd.jpg',
  'a:b.jpg',
  'jpg',
  'a.bmp',
  'a.svg',
])('the file %j is no image of the collection', (name) =>
  expect(fileNames.isImage(name)).toBeFalse(),
)
