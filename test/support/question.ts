export interface Question {
  /** Sent as JSON, unless it is a form. */
  json?: unknown
  body?: RequestInit['body']
  headers?: Record<string, string>
  cookie?: string
  /** Where the connection comes from. */
  address?: string
}

/** What a question becomes on its way to the service. */
export function contentOf({ json, body, headers = {}, cookie }: Question): RequestInit {
  const all = new Headers(headers)
  if (cookie !== undefined) all.set('Cookie', cookie)
  if (json instanceof FormData) return { headers: all, body: json }
  if (json === undefined) return { headers: all, ...(body === undefined ? {} : { body }) }
  if (!all.has('Content-Type')) all.set('Content-Type', 'application/json')
  return { headers: all, body: JSON.stringify(json) }
}

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (answer: { headers: Pick<Headers, 'get'> }) =>
  answer.headers.get('set-cookie')?.split(';')[0] ?? ''

/** A form for the upload. Files come in the order that they have here. */
export function formOf(files: Record<string, Uint8Array>, folder?: string): FormData {
  const form = new FormData()
  if (folder !== undefined) form.append('folder', folder)
  for (const [name, content] of Object.entries(files)) {
    form.append('files', new File([new Uint8Array(content)], name))
  }
  return form
}
