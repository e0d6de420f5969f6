import type { z } from 'zod'
import { parseJson } from './parse.ts'

const checksum = (text: string | Uint8Array) => Bun.hash.crc32(text).toString(16).padStart(8, '0')

/** Writes values as lines of JSON, each behind its checksum. */
export function encodeLines(values: readonly unknown[]): string {
  return values
    .map((value) => {
      const text = JSON.stringify(value)
      return `${checksum(text)} ${text}\n`
    })
    .join('')
}

/** Reads the lines that are intact and have the shape that the schema describes. */
export function decodeLines<Schema extends z.ZodType>(
  bytes: Uint8Array | undefined,
  schema: Schema,
): z.output<Schema>[] {
  const values: z.output<Schema>[] = []
  for (const line of linesOf(bytes ?? new Uint8Array())) {
    const text = line.subarray(9)
    if (text.length === 0 || !line.subarray(0, 9).equals(Buffer.from(`${checksum(text)} `)))
      continue
    const value = schema.safeParse(parseJson(text.toString()))
    if (value.success) values.push(value.data)
  }
  return values
}

/** Yields one line after the other: what is no text, and long, never becomes any. */
function* linesOf({ buffer, byteOffset, length }: Uint8Array): Generator<Buffer> {
  const bytes = Buffer.from(buffer, byteOffset, length)
  for (let from = 0; from < length;) {
    const at = bytes.indexOf('\n', from)
    const end = at === -1 ? length : at
    yield bytes.subarray(from, end)
    from = end + 1
  }
}
