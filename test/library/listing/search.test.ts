import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { foldText } from '../../../src/library/order/fold-text.ts'
import { listedTree } from '../../support/listed-tree.ts'

describe('a text that is searched', () => {
  test.each([
    ['Übersee', 'ubersee'],
    ['SMØRREBRØD', 'smørrebrød'],
    ['Smørrebrød', 'smorrebrod'],
    ['Œuf', 'oeuf'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['ŁÓDŹ', 'łodz'],
    ['Łódź', 'lodz'],
    ['Ångström'.normalize('NFD'), 'angstrom'],
    ['Ελλάδα', 'ελλαδα'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ガーデン', 'カーデン'],
    ['한국', '하'],
  ])('%j is found by %j', (name, typed) => {
    expect(foldText(name)).toStartWith(foldText(typed))
  })

  test('is the same in every form, in capitals or not, with accents or without', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text)
        expect(foldText(text.normalize('NFD'))).toBe(folded)
        expect(foldText(text.normalize('NFC'))).toBe(folded)
        expect(foldText(text.toUpperCase())).toBe(folded)
        expect(foldText(folded)).toBe(folded)
      }),
    )
  })
})

test('a search finds folders and images below a folder by parts of their names, in pages', async () => {
  const listed = listedTree()
  const paths = [
    'Málaga/IMG_10.jpg',
    'Málaga/img_2.jpg',
    'trips/MALAGA bay/x.jpg',
    'trips/malaga.jpg',
  ]
  for (const each of [...paths, 'trips/other.jpg', 'else/y.jpg']) listed.add(each)
  const found = (search: string, path = '') => listed.pages(path, { search, limit: 2 })
  expect(await found('malaga')).toEqual([['Málaga', 'trips/MALAGA bay'], ['trips/malaga.jpg']])
  expect(await found('malága', 'trips')).toEqual([['trips/MALAGA bay', 'trips/malaga.jpg']])
  expect(await found('img')).toEqual([['Málaga/img_2.jpg', 'Málaga/IMG_10.jpg']])
  expect(await found('nothing')).toEqual([[]])
  expect(await found('jpg\nmal')).toEqual([[]])
  expect((await found('\u0301')).flat()).toHaveLength(paths.length + 6)
  const { totalFolders, totalImages } = await listed.list('', { search: 'MALAGA', limit: 1 })
  expect([totalFolders, totalImages]).toEqual([2, 1])
})

test('a search is answered in pages of 100 unless told', async () => {
  const listed = listedTree()
  for (let index = 0; index < 250; index += 1) listed.add(`a/${index}.jpg`)
  const pages = await listed.pages('', { search: 'jpg' })
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 50])
})

test('others get turns while many names are searched', async () => {
  const listed = listedTree()
  for (let index = 0; index < 3000; index += 1) listed.add(`a/${'ÀÉÎØÜ'.repeat(30)} ${index}.jpg`)
  let turns = 0
  const count = () => void (turns += 1)
  const search = listed.list('', { search: 'aeiou 7', limit: 1 })
  const counter = setInterval(count, 0)
  const { totalImages } = await search
  clearInterval(counter)
  expect(totalImages).toBe(1 + 10 + 100)
  expect(turns).toBeGreaterThan(5)
})

test('one who asks for many searches at once does not keep others from theirs', async () => {
  const listed = listedTree()
  for (let index = 0; index < 20; index += 1) listed.add(`${index}.jpg`)
  const finished: string[] = []
  const search = async (client: string, text: string) => {
    await listed.list('', { search: text, client })
    finished.push(client)
  }
  const many = Array.from({ length: 8 }, (_, index) => search('busy', String(index)))
  await Promise.all([...many, search('other', 'jpg')])
  expect(finished.indexOf('other')).toBeLessThan(3)
})
