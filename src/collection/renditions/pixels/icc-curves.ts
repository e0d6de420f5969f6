/** Gives how much light a value from 0 to 1 stands for, from 0 to 1. */
export type ToneCurve = (value: number) => number

/** The numbers of a parametric curve, by its kind (10.18, table 68). */
const parameterCounts = [1, 3, 4, 5, 7]

/** A number of 32 bits, 16 of them behind the point (ICC.1:2022, 4.6). */
export const fixed = (buffer: Buffer, at: number) => buffer.readInt32BE(at) / 0x10000

/**
 * Reads a curve of an ICC profile.
 * @returns `undefined` where there is none, or it is of no known kind.
 * @throws RangeError where it is cut off.
 */
export function readCurve(content: Buffer | undefined): ToneCurve | undefined {
  const type = content?.toString('latin1', 0, 4)
  if (content === undefined) return undefined
  if (type === 'curv') return sampledCurve(content)
  return type === 'para' ? parametricCurve(content) : undefined
}

/** Gives the length of the curve that a buffer begins with, in bytes (10.6 and 10.18). */
export function curveLength(content: Buffer): number {
  const isSampled = content.toString('latin1', 0, 4) === 'curv'
  if (isSampled) return 12 + 2 * content.readUInt32BE(8)
  return 12 + 4 * (parameterCounts[content.readUInt16BE(8)] ?? 0)
}

/** Makes a curve through evenly spaced values. */
export const curveThrough =
  (values: ArrayLike<number>): ToneCurve =>
  (value) => {
    const place = Math.max(0, Math.min(1, value)) * (values.length - 1)
    const index = Math.min(values.length - 2, Math.floor(place))
    const low = values[index] ?? 0
    const high = values[index + 1] ?? low
    return low + (high - low) * (place - index)
  }

/** `curveType`: nothing is the identity, one number is a gamma, several are samples (10.6). */
function sampledCurve(content: Buffer): ToneCurve | undefined {
  const count = content.readUInt32BE(8)
  if (count === 0) return (value) => value
  if (count === 1) {
    const gamma = content.readUInt16BE(12) / 256
    return (value) => value ** gamma
  }
  if (content.length < 12 + 2 * count) return undefined
  return curveThrough(
    Float32Array.from(
      { length: count },
      (_, index) => content.readUInt16BE(12 + 2 * index) / 0xffff,
    ),
  )
}

/** `parametricCurveType` (10.18, table 68). */
function parametricCurve(content: Buffer): ToneCurve | undefined {
  const kind = content.readUInt16BE(8)
  const length = parameterCounts[kind]
  if (length === undefined) return undefined
  const numbers = Array.from({ length }, (_, index) => fixed(content, 12 + 4 * index))
  const [gamma = 1, a = 1, b = 0, c = 0] = numbers
  const power = (value: number) => Math.max(0, a * value + b) ** gamma
  if (kind === 0) return (value) => value ** gamma
  if (kind === 1) return (value) => (value >= -b / a ? power(value) : 0)
  if (kind === 2) return (value) => (value >= -b / a ? power(value) : 0) + c
  const [, , , , from = 0, e = 0, f = 0] = numbers
  return (value) => (value >= from ? power(value) + e : c * value + f)
}
