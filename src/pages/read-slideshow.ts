/**
 * Reads the slideshow page as one file: with its style, its scripts and the names of the parameters
 * that it passes on to the service in their places, without comments
 * and most spaces.
 * @param pages the folder of the pages, with a slash at its end.
 * @param patterns what its own parameters take, without single quotes and ampersands.
 */
export async function readSlideshow(
  pages: URL,
  parameters: readonly string[],
  patterns: Readonly<Record<string, string>>,
): Promise<string> {
  const readText = (name: string) => Bun.file(new URL(`slideshow/${name}`, pages)).text()
  const html = await readText('slideshow.html')
  const names = [...html.matchAll(/<script src="(.+)"/g)].map(([, name = '']) => name)
  const [style, ...scripts] = await Promise.all(['slideshow.css', ...names].map(readText))
  return compact(html)
    .replace('data-parameters=""', `data-parameters="${parameters.join(' ')}"`)
    .replace('data-options=""', () => `data-options='${JSON.stringify(patterns)}'`)
    .replace(/<link rel="stylesheet".*>/, () => `<style>\n${narrowStyle(style ?? '')}</style>`)
    .replace(/<script[^]*<\/script>/, () => `<script>\n${narrowScript(scripts.join(''))}</script>`)
}

/** Removes comments that stand alone on their lines, indentation and empty lines. */
const compact = (code: string) =>
  code.replace(/^\s*\/\*(?:(?!\*\/)[^])*\*\/\n|^\s*\/\/.*\n|^<!--.*\n|^\s+/gm, '')

/** Removes the spaces around signs outside of strings, in lines without regular expressions. */
const narrowScript = (code: string) =>
  compact(code).replace(/^[^"/\\\n]+$/gm, (line) =>
    line.replace(/('[^']*')| ?([-=+?:<>,&|(){}*!]+) ?/g, '$1$2'),
  )

const narrowStyle = (code: string) =>
  compact(code)
    .replace(/ ?([{:]) /g, '$1')
    .replace(/ ?([{};,])\n/g, '$1')
    .replaceAll(';}', '}')
