import { describe, expect, test } from 'bun:test'
import { formWords } from '../../../src/http/request/form-fields.ts'
import { chooseLanguage } from '../../../src/pages/languages/choose-language.ts'
import { formatsOf } from '../../../src/pages/languages/formats.ts'
import { languages } from '../../../src/pages/languages/languages.ts'

const codes = Object.keys(languages)

/** Lists all messages by their names; those that take values are given a number for each. */
const textsOf = (value: unknown, number: number, name = ''): [name: string, text: string][] => {
  if (typeof value === 'function') return [[name, value(number, number, number)]]
  if (typeof value !== 'object' || value === null) return [[name, `${value}`]]
  return Object.entries(value).flatMap(([key, each]) => textsOf(each, number, `${name}.${key}`))
}

const load = async (code: string) => {
  const language = languages[code]
  if (language === undefined) throw new Error(`There is no language ${code}.`)
  const { admin, settings, slideshow } = await language.load()
  return { admin: admin(formatsOf(code)), settings, slideshow }
}

const english = await load('en')
const words = Object.entries(formWords())

describe.each(codes.filter((code) => code !== 'en'))('the messages in %s', (code) => {
  test('are whole sentences for any number', async () => {
    const { admin } = await load(code)
    for (const number of [0, 1, 2, 3, 5, 11, 22, 100, 1000, 1_000_000]) {
      for (const [, text] of textsOf(admin, number)) {
        expect(text).not.toMatch(/#|\{\}|undefined|NaN|object|^$/)
      }
    }
  })

  test('leave the names of pictures as they are', async () => {
    const { admin } = await load(code)
    for (const number of [1, 2, 5])
      expect(admin.changes.renamed(number, '#1.jpg')).toContain('#1.jpg')
  })

  test('are none of the English ones', async () => {
    const { admin, slideshow } = await load(code)
    const sentences = (of: unknown) =>
      textsOf(of, 3).filter(([, text]) => /\p{L}.* \p{L}.* /u.test(text))
    const known = new Map([...sentences(english.admin), ...sentences(english.slideshow)])
    const same = [...sentences(admin), ...sentences(slideshow)].filter(
      ([name, text]) => known.get(name) === text,
    )
    expect(same).toEqual([])
  })

  test('leave room for the same values as the English ones', async () => {
    const { settings, slideshow } = await load(code)
    const room = (text: string) => text.split('{}').length
    const translated = Object.entries(settings ?? {})
    expect(translated.map(([name]) => name).toSorted()).toEqual(
      words.map(([name]) => name).toSorted(),
    )
    for (const [name, { inWords }] of words) {
      const own = translated.find(([each]) => each === name)?.[1].inWords ?? ''
      expect([name, room(own)]).toEqual([name, room(inWords)])
    }
    for (const [name, text] of Object.entries(english.slideshow)) {
      const own = Object.entries(slideshow).find(([each]) => each === name)?.[1] ?? ''
      expect([name, room(own)]).toEqual([name, room(text)])
      expect(own).not.toMatch(/['&]/)
    }
  })
})

test.each([
  ['en', ['1 picture', '2 pictures', '1,000 pictures']],
  ['pl', ['1 zdjęcie', '2 zdjęcia', '5 zdjęć', '12 zdjęć', '22 zdjęcia', '25 zdjęć']],
  ['ar', ['صورة واحدة', 'صورتان', '3 صور', '11 صورة', '100 صورة']],
  ['ja', ['写真1枚', '写真2枚']],
])('numbers in %s take their form of the plural', async (code, expected) => {
  const { count } = (await load(code)).admin
  const numbers = expected.map((text, index) => Number(text.replace(/\D/g, '') || index + 1))
  expect(numbers.map(count.pictures)).toEqual(expected)
})

test.each([
  [['de-AT', 'en'], 'de'],
  [['zh-Hant-TW', 'en'], 'zh'],
  [['sv', 'PT-br'], 'pt'],
  [['sv'], 'en'],
  [['', 'ar'], 'ar'],
  [[], 'en'],
])('somebody who wants %j gets %s', (wanted, code) => {
  expect(chooseLanguage(wanted, codes)).toBe(code)
})
