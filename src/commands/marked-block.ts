const begin = '# photo-frame kiosk: begin'
const end = '# photo-frame kiosk: end'

/** Takes the block that this program wrote out of a text. */
export const withoutBlock = (text: string) =>
  text.replace(new RegExp(`^${begin}\\n[^]*?^${end}\\n`, 'gm'), '')

/** Puts a block of lines at the end of a text, in place of an earlier one. */
export function withBlock(text: string, block: string): string {
  const rest = withoutBlock(text)
  const separator = rest === '' || rest.endsWith('\n') ? '' : '\n'
  return `${rest}${separator}${begin}\n${block}${end}\n`
}
