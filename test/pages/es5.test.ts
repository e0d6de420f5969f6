import { describe, expect, test } from 'bun:test'
import { parse, tokenizer } from 'acorn'
import {
  slideshowOptions,
  slideshowPatterns,
  slideshowValues,
} from '../../src/http/request/slideshow-options.ts'
import { languages } from '../../src/pages/languages/languages.ts'
import { makeSlideshowPage, slideshowPage as page } from '../support/slideshow-page.ts'

// What a tablet of 2012 can't read stops the whole page, and nobody has one at hand to notice.
const blocks = (tag: string) => [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))]
const script = blocks('script')[0]?.[1] ?? ''
const style = blocks('style')[0]?.[1] ?? ''

describe('the slideshow page as a file', () => {
  test.each(Object.keys(languages))('is smaller than 22 KB: %s', async (code) => {
    expect(Buffer.byteLength(await makeSlideshowPage([code]))).toBeLessThan(22_000)
  })

  test.each(Object.keys(languages))('has its texts in the language wanted: %s', async (code) => {
    const { direction, load } = languages[code] ?? {}
    const inLanguage = await makeSlideshowPage(['xx', `${code.toUpperCase()}-AQ`, 'en'])
    expect(inLanguage).toContain(`<html lang="${code}" dir="${direction}">`)
    const { title, ...texts } = (await load?.())?.slideshow ?? { title: '' }
    const sent = /data-texts='([^']*)'/.exec(inLanguage)?.[1] ?? ''
    expect(sent).not.toContain('&')
    expect(JSON.parse(sent)).toEqual(texts)
    expect(inLanguage).toContain(`<title>${title}</title>`)
  })

  test('has a script that an ES5 parser takes', () => {
    expect(parse(script, { ecmaVersion: 5 }).body.length).toBeGreaterThan(0)
  })

  test('has all that its scripts say, without their comments', async () => {
    const folder = new URL('../../src/pages/slideshow/', import.meta.url)
    const read = (name: string) => Bun.file(new URL(name, folder)).text()
    const names = (await read('slideshow.html')).matchAll(/src="([^"]+)"/g)
    const sources = await Promise.all([...names].map(([, name = '']) => read(name)))
    const words = (code: string) =>
      [...tokenizer(code, { ecmaVersion: 5 })].map(({ start, end }) => code.slice(start, end))
    expect(sources.length).toBeGreaterThan(1)
    expect(words(script)).toEqual(sources.flatMap(words))
    expect(script).not.toMatch(/^\s*(\/\*|\/\/)/m)
  })

  test('has what its own parameters take, as the service does', () => {
    const options = /data-options='([^']*)'/.exec(page)?.[1] ?? ''
    expect(options).not.toContain('&')
    expect(JSON.parse(options)).toEqual(slideshowPatterns)
    expect(Object.keys(slideshowPatterns).toSorted()).toEqual(
      [...Object.keys(slideshowOptions), ...Object.keys(slideshowValues)].toSorted(),
    )
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
