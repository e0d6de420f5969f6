import type { z } from 'zod'
import { parseJson } from './parse-json.ts'

const checksum = (text: string) => Bun.hash.crc32(text).toString(16).padStart(8, '0')

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
  const lines = new TextDecoder().decode(bytes).split('\n')
  return lines.flatMap((line) => {
    const text = line.slice(9)
    if (text === '' || line !== `${checksum(text)} ${text}`) return []
    // Anybody can write what is no JSON behind a right checksum.
    const value = schema.safeParse(parseJson(text))
    return value.success ? [value.data] : []
  })
}
