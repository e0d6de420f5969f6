import { describe, expect, test } from 'bun:test'
import { chooseLanguage } from '../../../src/pages/languages/choose-language.ts'
import german from '../../../src/pages/languages/de.json'
import { messageValues } from '../../../src/pages/languages/message-values.ts'
import { languages, readLanguage } from '../../../src/pages/languages/languages.ts'
import { messagesOf } from '../../../src/pages/languages/messages.ts'
import { messageFaults } from '../../support/check-messages.ts'

const codes = Object.keys(languages)

const valuesOf = new Map<string, readonly string[]>(Object.entries(messageValues))

/** Lists all messages by their names; those that take values are given a number for each. */
const textsOf = (value: unknown, number: number, name = ''): [name: string, text: string][] => {
  if (typeof value === 'function') {
    const names = valuesOf.get(name.slice(1)) ?? ['n']
    const values = Object.fromEntries(names.map((each) => [each, number]))
    return [[name, value(names.length === 1 ? number : values)]]
  }
  if (typeof value !== 'object' || value === null) return [[name, `${value}`]]
  return Object.entries(value).flatMap(([key, each]) => textsOf(each, number, `${name}.${key}`))
}

const load = async (code: string) => {
  const file = await readLanguage(`${import.meta.dir}/../../../src/pages`, code)
  return { file, admin: messagesOf(file.admin, code), slideshow: file.slideshow }
}

const english = await load('en')

describe.each(codes.filter((code) => code !== 'en'))('the messages in %s', (code) => {
  test('are whole sentences for any number', async () => {
    const { admin } = await load(code)
    for (const number of [0, 1, 2, 3, 5, 11, 22, 100, 1000, 1_000_000]) {
      for (const [, text] of textsOf(admin, number)) {
        expect(text).not.toMatch(/[#{}]|undefined|NaN|object|^$/)
      }
    }
  })

  test('leave the names of pictures as they are', async () => {
    const { admin } = await load(code)
    for (const number of [1, 2, 5])
      expect(admin.changes.renamed({ n: number, names: '{n}#1 $&.jpg' })).toContain('{n}#1 $&.jpg')
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

  test('are all there, in all forms and with the same values as the English ones', async () => {
    expect(messageFaults(code, (await load(code)).file)).toEqual([])
  })
})

test('what a translator gets wrong is named', () => {
  const { selection, login, count } = german.admin
  const wrong = { stay: 'Angemeldet « bleiben »', tryAgainIn: 'Versuche es in {tme}.' }
  const { action: _, ...lacking } = { ...login, ...wrong }
  const damaged = {
    ...german,
    admin: {
      ...german.admin,
      count: { ...count, pictures: { many: '{n} Fotos', other: 'Fotos' } },
      login: lacking,
      selection: { ...selection, selected: '{n} von {all, photos}', gone: '{names} {sind weg' },
    },
    slideshow: { ...german.slideshow, wrong: "Gibt's nicht" },
    settings: { ...german.settings, fit: { label: 'Einpassen', inWords: '' } },
  }
  expect(messageFaults('de', damaged)).toEqual([
    'de.json: admin.login.action is missing.',
    'de.json: admin.count.pictures lacks the form "one".',
    'de.json: admin.count.pictures has a form "many", which the language has not.',
    'de.json: admin.count.pictures lacks {n} in "other".',
    'de.json: admin.login.stay has a space at which a line may break before a sign.',
    'de.json: admin.login.tryAgainIn lacks {time}.',
    'de.json: admin.login.tryAgainIn has {tme}, for which nothing is known.',
    'de.json: admin.selection.selected has {all, photos}, but count has no "photos".',
    'de.json: admin.selection.gone has a { or a } that belongs to no place for a value.',
    'de.json: slideshow.wrong lacks {text}.',
    "de.json: slideshow.wrong has a ' or a &, which this page can not show.",
    'de.json: settings.fit.inWords has not the same {}.',
    'de.json: settings.fit.choices lacks "".',
    'de.json: settings.fit.choices lacks "cover".',
  ])
  const { settings: _settings, ...withoutSettings } = german
  expect(messageFaults('de', withoutSettings)).toContain('de.json: settings.fit is missing.')
})

test.each([
  ['en', ['1 photo', '2 photos', '1,000 photos']],
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
