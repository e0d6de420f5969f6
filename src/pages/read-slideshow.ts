import { handedOn } from '../http/request/frame/picture-query.ts'
import { slideshowPattern } from '../http/request/frame/slideshow-options.ts'
import { readWantedLanguage } from './languages/languages.ts'
import { narrowStyle } from './narrow-style.ts'

/**
 * Reads the slideshow page as one file: with its style, its scripts and the names of the parameters
 * that it passes on to the service, without comments and most spaces. Its texts come with the language.
 * @param pages the path of the folder of the pages.
 * @returns what makes it in the first of the wanted languages that there is (BCP 47).
 */
export async function readSlideshow(
  pages: string,
): Promise<(wanted: readonly string[]) => Promise<string>> {
  const readText = (name: string) => Bun.file(`${pages}/slideshow/${name}`).text()
  const html = await readText('slideshow.html')
  const names = [...html.matchAll(/<script src="(.+)"/g)].map(([, name = '']) => name)
  const [style, ...scripts] = await Promise.all(['slideshow.css', ...names].map(readText))
  const page = narrowMarkup(html)
    .replace('data-parameters=""', `data-parameters="${handedOn.join(' ')}"`)
    .replace('data-options=""', () => `data-options="${slideshowPattern}"`)
    .replace(/<link rel=stylesheet[^>]*>/, () => `<style>${narrowStyle(style ?? '')}</style>`)
    .replace(/<script[^]*<\/script>/, () => `<script>${narrowScript(scripts.join(''))}</script>`)
  return async (wanted) => {
    const { code, direction, messages } = await readWantedLanguage(pages, wanted)
    const { slideshow: texts } = messages
    const json = JSON.stringify({ ...texts, title: undefined })
    return page
      .replace('<!doctype html>', `$&<html lang="${code}" dir="${direction}">`)
      .replace('<title>', `<title>${texts.title}`)
      .replace('data-texts=""', () => `data-texts='${json}'`)
  }
}

/** Removes comments that stand alone on their lines, and empty lines. */
const withoutComments = (code: string) =>
  code.replace(/^\s*\/\*(?:(?!\*\/)[^])*\*\/\n|^\s*\/\/.*\n|^<!--.*\n|^\n/gm, '')

/** Removes line breaks, indentation, the slashes of empty elements, and quotes (HTML, 13.1.2.3). */
const narrowMarkup = (code: string) =>
  withoutComments(code)
    .replace(/\s*\/?>\n */g, '>')
    .replace(/\n */g, ' ')
    .replace(/="([\w-]+)"/g, '=$1')

/** A string, or a regular expression: a division has spaces around its sign. */
const literal =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?! )(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+\//.source

/**
 * Removes comments behind code, indentation, the spaces around signs, and line breaks inside of brackets and
 * behind functions.
 */
const narrowScript = (code: string) =>
  withoutComments(code)
    .replace(/^\}\n(?=function |var )/gm, '}')
    .replace(/^ +| \/\/ .*$/gm, '')
    .replace(RegExp(`(${literal})| ?([-=+?:<>,&|(){}*!%]+) ?| ?(/) `, 'g'), '$1$2$3')
    .replace(/,?\n(?=[)}.?:])|([{(,=&:])\n/g, '$1')
