import { chooseLanguage } from './languages/choose-language.ts'
import { languages } from './languages/languages.ts'

/** Makes the slideshow page in the first of the wanted languages that there is (BCP 47). */
export type SlideshowPage = (wanted: readonly string[]) => Promise<string>

/**
 * Reads the slideshow page as one file: with its style, its scripts and the names of the parameters
 * that it passes on to the service in their places, without comments
 * and most spaces. Its texts come with the language.
 * @param pages the folder of the pages, with a slash at its end.
 * @param patterns what its own parameters take, without single quotes and ampersands.
 */
export async function readSlideshow(
  pages: URL,
  parameters: readonly string[],
  patterns: Readonly<Record<string, string>>,
): Promise<SlideshowPage> {
  const readText = (name: string) => Bun.file(new URL(`slideshow/${name}`, pages)).text()
  const html = await readText('slideshow.html')
  const names = [...html.matchAll(/<script src="(.+)"/g)].map(([, name = '']) => name)
  const [style, ...scripts] = await Promise.all(['slideshow.css', ...names].map(readText))
  const page = compact(html)
    .replace('data-parameters=""', `data-parameters="${parameters.join(' ')}"`)
    .replace('data-options=""', () => `data-options='${JSON.stringify(patterns)}'`)
    .replace(/<link rel="stylesheet".*>/, () => `<style>\n${narrowStyle(style ?? '')}</style>`)
    .replace(/<script[^]*<\/script>/, () => `<script>\n${narrowScript(scripts.join(''))}</script>`)
  return async (wanted) => {
    const code = chooseLanguage(wanted, Object.keys(languages))
    const language = languages[code]
    if (language === undefined) throw new Error(`There is no language ${code}.`)
    const { slideshow: texts } = await language.load()
    return page
      .replace('<!doctype html>', `$&<html lang="${code}" dir="${language.direction}">`)
      .replace('<title>', `<title>${texts.title}`)
      .replace(
        'data-texts=""',
        () => `data-texts='${JSON.stringify({ ...texts, title: undefined })}'`,
      )
  }
}

/** Removes comments that stand alone on their lines, indentation and empty lines. */
const compact = (code: string) =>
  code.replace(/^\s*\/\*(?:(?!\*\/)[^])*\*\/\n|^\s*\/\/.*\n|^<!--.*\n|^\s+/gm, '')

/** A string, or a regular expression: a division has spaces around its sign. */
const literal =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?! )(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+\//.source

/** Removes comments behind code, the spaces around signs, and line breaks inside of brackets. */
const narrowScript = (code: string) =>
  compact(code)
    .replace(/ \/\/ .*$/gm, '')
    .replace(RegExp(`(${literal})| ?([-=+?:<>,&|(){}*!]+) ?| (/) `, 'g'), '$1$2$3')
    .replace(/([{(,])\n|\n(?=[)}])/g, '$1')

const narrowStyle = (code: string) =>
  compact(code)
    .replace(/ ?([{:]) /g, '$1')
    .replace(/ ?([{};,])\n/g, '$1')
    .replaceAll(';}', '}')
    .replace(/\b0\./g, '.')
