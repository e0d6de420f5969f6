import { html } from 'hono/html'

export type Html = ReturnType<typeof html> | string

/** Text with `code` in it, in paragraphs. */
export const prose = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** Every other piece between backticks is code. */
export const inline = (text: string): Html[] =>
  text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))
