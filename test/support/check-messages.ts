/** Names what is wrong with the messages (part of `npm run check`), in words for translators. */
import { formWords } from '../../src/http/request/frame/form-fields.ts'
import english from '../../src/pages/languages/en.json'
import { languages, readLanguage, type LanguageFile } from '../../src/pages/languages/languages.ts'
import { messageValues } from '../../src/pages/languages/message-values.ts'
import { isText, placePattern, type Text } from '../../src/pages/languages/messages.ts'

type Values = Readonly<Record<string, readonly string[]>>
type Group = LanguageFile['admin'][string]

/** Lists texts by their names, such as `login.action`. */
const textsIn = (each: Group, name = ''): [name: string, text: Text][] =>
  isText(each)
    ? [[name, each]]
    : Object.entries(each).flatMap(([key, one]) => textsIn(one, name ? `${name}.${key}` : key))

const missing = (wanted: Iterable<string>, given: Iterable<string>): string[] => {
  const there = new Set(given)
  return [...wanted].filter((each) => !there.has(each))
}

const placesIn = (text: string) => [...text.matchAll(placePattern)]

/** What is wrong with the forms of a text, and with the places in them. */
function textFaults(
  text: Text,
  values: readonly string[],
  counts: readonly string[],
  code: string,
) {
  const forms = typeof text === 'string' ? { other: text } : text
  const rules = new Intl.PluralRules(code)
  const numbers = Array.from({ length: 1001 }, (_, number) => rules.select(number))
  const isAlone = typeof text === 'object' && Object.keys(text).length === 1
  const needed = typeof text === 'string' || isAlone ? [] : missing(numbers, Object.keys(text))
  const faults = [...new Set(needed)].map((form) => `lacks the form "${form}"`)
  for (const [form, written = ''] of Object.entries(forms)) {
    const places = placesIn(written)
    const names = places.map(([, name = '']) => name)
    // A form may say its number in words, and who leaves values out says so by a form alone.
    const optional = isAlone ? values : form === 'other' ? [] : ['n']
    const where = typeof text === 'string' ? '' : ` in "${form}"`
    faults.push(
      ...missing([form], [...rules.resolvedOptions().pluralCategories, 'other']).map(
        () => `has a form "${form}", which the language has not`,
      ),
      ...missing(values, [...names, ...optional]).map((name) => `lacks {${name}}${where}`),
      ...missing(names, values).map((name) => `has {${name}}${where}, for which nothing is known`),
      ...places.flatMap(([place, , count]) =>
        count === undefined || counts.includes(count)
          ? []
          : [`has ${place}, but count has no "${count}"`],
      ),
      ...(/« | [»?!:;]/.test(written)
        ? [`has a space${where} at which a line may break before a sign`]
        : []),
      ...(written === '' ? [`is empty${where}`] : []),
      ...(/[{}]/.test(written.replace(placePattern, ''))
        ? [`has a { or a }${where} that belongs to no place for a value`]
        : []),
    )
  }
  return faults
}

/** Says of the file of a language what the English one has and it lacks, or the other way round. */
export function messageFaults(
  code: string,
  { admin, slideshow, settings }: LanguageFile,
): string[] {
  const values: Values = messageValues
  const originals = new Map(textsIn(english.admin))
  const compare = (texts: Group, others: Group, group: string) => [
    ...missing(
      textsIn(others).map(([name]) => name),
      textsIn(texts).map(([name]) => name),
    ).map((name) => `${group}.${name} is missing`),
    ...missing(
      textsIn(texts).map(([name]) => name),
      textsIn(others).map(([name]) => name),
    )
      .filter((name) => group !== 'admin' || !name.startsWith('count.'))
      .map((name) => `${group}.${name} is in no page`),
  ]
  const adminFaults = textsIn(admin).flatMap(([name, text]) => {
    const isCount = name.startsWith('count.') || typeof originals.get(name) === 'object'
    const own = values[name] ?? (isCount ? ['n'] : [])
    return textFaults(text, own, Object.keys(admin.count), code).map(
      (fault) => `admin.${name} ${fault}`,
    )
  })
  const slideshowFaults = Object.entries(slideshow).flatMap(([name, text]) => {
    const own = new Map(Object.entries(english.slideshow)).get(name) ?? ''
    const faults = textFaults(
      text,
      placesIn(own).map(([, place = '']) => place),
      [],
      code,
    )
    if (/['&]/.test(text)) faults.push("has a ' or a &, which this page can not show")
    return faults.map((fault) => `slideshow.${name} ${fault}`)
  })
  const rooms = (text: string) => text.split('{}').length
  const settingFaults = Object.entries(settings ?? {}).flatMap(([name, words]) => {
    const original = formWords()[name]
    if (original === undefined) return []
    const choices = [Object.keys(original.choices ?? {}), Object.keys(words.choices ?? {})] as const
    return [
      ...(rooms(words.inWords) === rooms(original.inWords) ? [] : ['inWords has not the same {}']),
      ...missing(...choices).map((choice) => `choices lacks "${choice}"`),
      ...missing(choices[1], choices[0]).map((choice) => `choices has an unknown "${choice}"`),
    ].map((fault) => `settings.${name}.${fault}`)
  })
  const names = [
    Object.keys(formWords()),
    Object.keys(settings ?? (code === 'en' ? formWords() : {})),
  ] as const
  return [
    ...compare(admin, english.admin, 'admin'),
    ...compare(slideshow, english.slideshow, 'slideshow'),
    ...missing(...names).map((name) => `settings.${name} is missing`),
    ...missing(names[1], names[0]).map((name) => `settings.${name} is no setting`),
    ...adminFaults,
    ...slideshowFaults,
    ...settingFaults,
  ].map((fault) => `${code}.json: ${fault}.`)
}

/** Lists the messages that no page shows: the compiler finds what is missing. */
async function unusedMessages(): Promise<string[]> {
  const pages = new URL('../../src/pages/', import.meta.url).pathname
  const files = [
    ...new Bun.Glob('*.{ts,js}').scanSync(pages),
    ...new Bun.Glob('{admin,guests,slideshow}/**/*.{ts,tsx,js}').scanSync(pages),
  ]
  const code = await Promise.all(files.map((path) => Bun.file(`${pages}${path}`).text()))
  const used = new Set<string>(code.join('').match(/\b(t|texts)(\.\w+)+/g))
  const names = [
    ...textsIn(english.admin).map(([name]) => `t.${name}`),
    ...textsIn(english.slideshow).map(([name]) => `texts.${name}`),
  ]
  // Where a group is used as one, each of its messages may be shown.
  const isUsed = (name: string): boolean =>
    used.has(name) || (name.includes('.') && isUsed(name.replace(/\.\w+$/, '')))
  return names
    .filter((name) => !isUsed(name))
    .map((name) => `en.json: no page shows ${name}: remove it.`)
}

if (import.meta.main) {
  const faults = await unusedMessages()
  const pages = `${import.meta.dir}/../../src/pages`
  for (const code of Object.keys(languages)) {
    faults.push(...messageFaults(code, await readLanguage(pages, code)))
  }
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
