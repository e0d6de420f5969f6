import { describe, expect, test } from 'bun:test'
import { parse } from 'acorn'
import { z } from 'zod'
import {
  slideshowOptions,
  schemaOf,
  slideshowPattern,
} from '../../src/http/request/frame/slideshow-options.ts'
import { languages, readLanguage } from '../../src/pages/languages/languages.ts'
import { makeSlideshowPage, pages, slideshowPage as page } from '../support/slideshow-page.ts'

// What a tablet of 2012 can't read stops the whole page, and nobody has one at hand to notice.
const blocks = (tag: string) => [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))]
const script = blocks('script')[0]?.[1] ?? ''
const style = blocks('style')[0]?.[1] ?? ''

const positions = new Set(['start', 'end', 'raw'])

const declarationSchema = z.looseObject({
  type: z.literal('VariableDeclaration'),
  declarations: z.array(z.unknown()),
})

/** What a script says, wherever: declarations that follow each other are one. */
function meaningOf(code: string): unknown {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain).reduce(merge, [])
    if (value instanceof RegExp || typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([name]) => !positions.has(name))
    return Object.fromEntries(kept.map(([name, each]) => [name, plain(each)]))
  }
  return plain(parse(code, { ecmaVersion: 5 }))
}

function merge(before: unknown[], next: unknown): unknown[] {
  const [one, other] = [
    declarationSchema.safeParse(before.at(-1)),
    declarationSchema.safeParse(next),
  ]
  if (!one.success || !other.success) return [...before, next]
  const declarations = [...one.data.declarations, ...other.data.declarations]
  return [...before.slice(0, -1), { ...one.data, declarations }]
}

describe('the slideshow page as a file', () => {
  test.each(Object.keys(languages))('is smaller than 22 KB: %s', async (code) => {
    expect(Buffer.byteLength(await makeSlideshowPage([code]))).toBeLessThan(22_000)
  })

  test.each(Object.keys(languages))('has its texts in the language wanted: %s', async (code) => {
    const inLanguage = await makeSlideshowPage(['xx', `${code.toUpperCase()}-AQ`, 'en'])
    expect(inLanguage).toContain(`<html lang="${code}" dir="${languages[code]?.direction}">`)
    const { title, ...texts } = (await readLanguage(pages, code)).slideshow
    const sent = /data-texts='([^']*)'/.exec(inLanguage)?.[1] ?? ''
    expect(sent).not.toContain('&')
    expect(JSON.parse(sent)).toEqual(texts)
    expect(inLanguage).toContain(`<title>${title}</title>`)
  })

  test('has in ES5 all that its scripts say, and nothing else, without their comments', async () => {
    const folder = new URL('../../src/pages/slideshow/', import.meta.url)
    const read = (name: string) => Bun.file(new URL(name, folder)).text()
    const names = (await read('slideshow.html')).matchAll(/src="([^"]+)"/g)
    const sources = await Promise.all([...names].map(([, name = '']) => read(name)))
    expect(sources.length).toBeGreaterThan(1)
    expect(meaningOf(script)).toEqual(meaningOf(sources.join('')))
    expect(script).not.toMatch(/^\s*(\/\*|\/\/)/m)
  })

  test('has what its own parameters take, as the service does', () => {
    const options = /data-options="([^"]*)"/.exec(page)?.[1] ?? ''
    expect(options).not.toContain('&')
    expect(options).toBe(slideshowPattern)
    const texts =
      '|1|0|30|86400|86401|0.5|1.25|1.2345|1e3| 1|10,|single|pair|pairs|date|date, name|date,folder,name|' +
      'date,|,date|datename|bottom|corner|top|on|no|of|cover|pad|blur|black|000000|22:00-07:00|7:00-9:05|' +
      '22:00|-22:00-07:00|24:00-07:00|22:00-07:00-|22:0007:00|5f2c9d04b1a87e36|' +
      'white|24h|slow|fill|22:00-24:00|date,place|-3|soon'
    for (const [name, option] of Object.entries(slideshowOptions)) {
      const schema = schemaOf(option)
      for (const text of [...texts.split('|'), '10|']) {
        // What shows a code for guests nobody may type into an address.
        const isTaken = name !== 'invite' && (text === '' || schema.safeParse(text).success)
        expect([name, text, RegExp(options).test(`${name}=${text}`)]).toEqual([name, text, isTaken])
      }
    }
  })

  test('names nothing that browsers of 2012 lack, unless it asks first', () => {
    expect(script).not.toMatch(/\b(fetch|Promise|Symbol|Map|Set|URL|URLSearchParams)\b/)
    expect(script).not.toMatch(/\.(includes|startsWith|padStart|assign|find|append|remove)\(/)
    expect(style).not.toMatch(/\b(grid|flex|object-fit|inset|gap|aspect-ratio|var|calc|\d+v[wh])\b/)
    expect(style).toMatch(/-webkit-transition/)
  })

  test('has one script and one style, so that a policy can name them by their hashes', () => {
    expect(page.match(/<script/g)).toEqual(['<script'])
    expect(page.match(/<style/g)).toEqual(['<style'])
    expect(script).not.toBe('')
    expect(style).not.toBe('')
    const markup = page.replace(script, '').replace(style, '')
    expect(markup).not.toMatch(/\sstyle\s*=/)
    expect(markup).not.toMatch(/\son[a-z]+\s*=/)
  })

  test('puts text in as text', () => {
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/)
  })

  test('asks no other origin for anything', () => {
    expect(page).not.toMatch(/https?:\/\/|url\(|@import/)
    expect(page.replace(script, '')).not.toMatch(/src=/)
    expect(page.match(/href="[^"]*"/g)).toEqual(['href="data:,"'])
  })
})
