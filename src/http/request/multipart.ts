import { AppError, invalidRequest } from '../../errors.ts'
import type { WaitForInput } from '../../lib/waiting/waiter.ts'
import { DelimitedStream } from './delimited-stream.ts'

export interface MultipartLimits {
  /** How many parts a form may have. */
  parts: number
  /** How long the headers of one part may be, in bytes. */
  headerBytes: number
  /** How long the headers of all parts may be together, in bytes. */
  allHeaderBytes: number
  /** How long the value of one field may be, in bytes. */
  fieldBytes: number
}

export type Part =
  | { kind: 'field'; name: string; value: string }
  | {
      kind: 'file'
      name: string
      /** As the client gave it, not fit for a path; it may be empty. */
      fileName: string
      /** From the headers and the file name; `formData()` also looks at the content. */
      type: string
      /** Can be read once, before the next part is asked for; a chunk is valid until the next. */
      content: AsyncIterable<Uint8Array>
    }

/**
 * Reads the parts of a multipart/form-data body (RFC 7578) one at a time as they arrive, the same
 * parts that `formData()` gives where names have quotes, without holding a file in memory. Content
 * that the consumer leaves unread is dropped. A refused form is read to its end before this throws,
 * so that a client which is still sending gets an answer and no reset; a consumer that stops gives
 * the stream up.
 *
 * @param wait waits for the next bytes, those that are dropped too
 * @throws AppError INVALID_REQUEST when it is no such form, breaks off, cannot be read or is over a
 *   limit, perhaps after some parts were given; what the stream itself throws is thrown as it is
 */
export async function* readMultipart(
  body: ReadableStream<Uint8Array> | null,
  contentType: string | undefined,
  limits: MultipartLimits,
  wait: WaitForInput,
): AsyncGenerator<Part, void, undefined> {
  const { boundary, parseHeaders } = await readContentType(contentType ?? '')
  if (body === null) throw invalidRequest('The request has no body.')
  const stream = new DelimitedStream(body, boundary, wait)
  let headerBytes = 0
  try {
    while ((await stream.skip()) === 'part') {
      if (stream.part === limits.parts) {
        throw invalidRequest(`A form may have at most ${limits.parts} parts.`)
      }
      const headers = await stream.headers(limits.headerBytes)
      headerBytes += headers.length
      if (headerBytes > limits.allHeaderBytes) {
        throw invalidRequest(
          `The headers of all parts of the form may be at most ${limits.allHeaderBytes} bytes long.`,
        )
      }
      const entry = await parseHeaders(headers)
      // `formData()` leaves out a part without a name, too.
      if (entry === undefined) continue
      const [name, file] = entry
      const content = contentOf(stream, stream.part)
      if (typeof file === 'string') {
        yield { kind: 'field', name, value: await readText(content, limits.fieldBytes) }
      } else {
        // The name is missing where it is empty, although Bun's types say otherwise.
        yield { kind: 'file', name, fileName: file.name ?? '', type: file.type, content }
      }
    }
    await stream.epilogue()
  } catch (error) {
    if (error instanceof AppError) await stream.drain()
    throw error
  } finally {
    await stream.cancel()
  }
}

/** Lets Bun's own parser judge the content type, and then the headers of each part. */
async function readContentType(contentType: string) {
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw invalidRequest('Send a multipart/form-data request.')
  }
  const match = /;\s*boundary=(?:"([ !#-~]{1,70})"|([!#-:<-~]{1,70}))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2] ?? ''
  const start = Buffer.from(`--${boundary}\r\n`)
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  const init = { headers: { 'content-type': contentType } }
  const parse = async (...pieces: Uint8Array[]) => {
    return new Response(Buffer.concat(pieces), init).formData()
  }

  // It finds the end of this empty form only if it reads the same boundary from the content type.
  const form = await parse(end).catch(() => undefined)
  if (boundary === '' || form === undefined) {
    throw invalidRequest(
      'The content type multipart/form-data needs a boundary of 1 to 70 characters.',
    )
  }
  const parseHeaders = async (headers: Uint8Array) => {
    try {
      return [...(await parse(start, withQuotes(headers), end))][0]
    } catch (cause) {
      throw invalidRequest('The headers of a part of the form cannot be read.', cause)
    }
  }
  return { boundary, parseHeaders }
}

/**
 * Matches a quoted text as a whole, or a name without quotes (RFC 2183, 2), also one with spaces. A byte
 * of a letter in UTF-8 may be 0xa0, which `\s` would match.
 */
const nameOrQuoted =
  /"(?:\\[^]|[^"\\])*"?|(;\s*(?:file)?name=)([^ \t\r\n";]+(?:[ \t]+[^ \t\r\n";]+)*)/gi

/** Puts names into quotes, which .NET leaves out: `formData()` takes all that follows for the name. */
function withQuotes(headers: Uint8Array): Buffer {
  const quoted = Buffer.from(headers)
    .toString('latin1')
    .replace(nameOrQuoted, (whole, start?: string, name?: string) =>
      start === undefined ? whole : `${start}"${name}"`,
    )
  return Buffer.from(quoted, 'latin1')
}

async function* contentOf(stream: DelimitedStream, part: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    // Without this, content kept for later would take bytes of another part, or seem to be empty.
    if (stream.part !== part) throw new Error('content was read after its part was left')
    const chunk = await stream.next()
    if (typeof chunk === 'string') return
    yield chunk
  }
}

async function readText(content: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of content) {
    length += chunk.length
    if (length > limit) {
      throw invalidRequest(`A form field may be at most ${limit} bytes long.`)
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
