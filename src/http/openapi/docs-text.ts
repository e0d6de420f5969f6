import { html } from 'hono/html'

export type Html = ReturnType<typeof html> | string

/** Splits text into paragraphs, and marks code in it. */
export const prose = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** Marks what stands between backticks as code. */
export const inline = (text: string): Html[] =>
  text.split('`').map((span, index) => (index % 2 === 1 ? html`<code>${span}</code>` : span))
