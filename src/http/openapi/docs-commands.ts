import type { MediaType, OperationObject } from './openapi-types.ts'

const image = 'beach.jpg'

/** An operation, and where it is found. */
export interface Found {
  path: string
  method: string
  operation: OperationObject
}

/** Writes how to ask for an operation with curl and with HTTPie, by the examples of the document. */
export function commandsOf({ path, method, operation }: Found): string[] {
  const { parameters = [], requestBody, responses, security, tags } = operation
  const valuesIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place && parameter.required)
      .map(({ name, example = '' }) => ({ name, value: String(example) }))
  const query = valuesIn('query')
  const takesSession = security.some((way) => 'session' in way)
  const token = { name: 'Authorization', value: 'Bearer TOKEN' }
  const headers = [...valuesIn('header'), ...(security.length > 0 && !takesSession ? [token] : [])]
  const address = valuesIn('path').reduce(
    (url, { name, value }) => url.replace(`{${name}}`, encodeURI(value)),
    path,
  )
  const search = query.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&')
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {})
  const isForm = mediaType === 'multipart/form-data'
  const values = media === undefined ? [] : isForm ? formOf(media) : Object.entries(objectOf(media))
  const verb = method.toUpperCase()
  const isOpening = tags.includes('Session')
  const isImage = Object.keys(responses['200']?.content ?? {}).join() === 'image/*'
  const output = isImage ? ['-o', image] : []
  const isImplied = method === 'get' || (method === 'post' && media !== undefined)
  const curl = [
    'curl',
    ...(isImplied ? [] : ['-X', verb]),
    ...(isOpening ? ['-c', 'cookies.txt'] : []),
    ...(isOpening || takesSession ? ['-b', 'cookies.txt'] : []),
    ...headers.flatMap(({ name, value }) => ['-H', `${name}: ${value}`]),
    ...(isForm ? values.flatMap(([name, value]) => ['-F', `${name}=${String(value)}`]) : []),
    ...(media === undefined || isForm ? [] : ['--json', JSON.stringify(media.example)]),
    ...output,
    `http://localhost:3000${address}${search === '' ? '' : `?${search}`}`,
  ]
  const httpie = [
    'http',
    ...(isOpening || takesSession ? ['--session=frame'] : []),
    ...(isForm ? ['--form'] : []),
    ...output,
    ...(method === 'get' ? [] : [verb]),
    `:3000${address}`,
    ...headers.map(({ name, value }) => `${name}:${value}`),
    ...query.map(({ name, value }) => `${name}==${value}`),
    ...values.map(([name, value]) => fieldOf(name, value)),
  ]
  return [curl, httpie].map((words) => words.map(quote).join(' '))
}

/** The fields of a form; `@` stands before what is the name of a file. */
const formOf = ({ schema }: MediaType): [string, unknown][] =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const { type, examples: [example] = [] } = typeof field === 'object' ? field : {}
    return [name, type === 'array' ? `@${image}` : example]
  })

const objectOf = ({ example }: MediaType): object =>
  typeof example === 'object' && example !== null ? example : {}

function fieldOf(name: string, value: unknown): string {
  if (typeof value !== 'string') return `${name}:=${JSON.stringify(value)}`
  return value.startsWith('@') ? `${name}${value}` : `${name}=${value}`
}

/** Quotes a word for a shell (POSIX.1-2017, 2.2.2). */
const quote = (word: string) =>
  /^[\w./:=@,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
