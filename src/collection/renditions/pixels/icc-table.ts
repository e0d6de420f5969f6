import { curveLength, curveThrough, fixed, readCurve, type ToneCurve } from './icc-curves.ts'

/** A table of colours, by which a colour of a device goes through these stages one by one. */
export interface ColourTable {
  before: readonly ToneCurve[]
  /** Points along each side of the grid. */
  grid: readonly number[]
  /** Three values, 0 to 1, at each point of the grid; the last input changes fastest. */
  points: Float32Array
  between: readonly ToneCurve[]
  /** Three by three, then three to add. */
  matrix: readonly number[]
  after: readonly ToneCurve[]
  /** What the whole of the three values that come out stands for. */
  space: 'XYZ' | 'Lab'
  scale: readonly number[]
}

const outputs = 3
/** A matrix, and three numbers to add. */
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
/** A table that leaves every colour as it is. */
const identityGrid = {
  grid: [2, 2, 2],
  points: Float32Array.of(0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1),
}
const none: readonly ToneCurve[] = []

/** Steps of a curve that is not given by values. */
const curveSteps = 1023

/** How XYZ is written (6.3.4.2), L of Lab and its a and b (6.3.4.3), and these in `lut16Type` (10.10). */
const xyzScale = [65_535 / 32_768, 65_535 / 32_768, 65_535 / 32_768]
const labScale = [100, 255, 255]
const oldLabScale = labScale.map((scale) => (scale * 65_535) / 65_280)

/**
 * Reads a table from a device's colours to the profile's connection space.
 * @param space what it leads to, by its signature.
 * @returns `undefined` for a table of no known kind, or of other than three or four inputs.
 * @throws RangeError where it is cut off, or makes no sense.
 */
export function readTable(content: Buffer, space: string): ColourTable | undefined {
  const type = content.toString('latin1', 0, 4)
  const inputs = content.readUInt8(8)
  if ((inputs !== 3 && inputs !== 4) || content.readUInt8(9) !== outputs) return undefined
  const isXyz = space === 'XYZ '
  const scale = isXyz ? xyzScale : type === 'mft2' ? oldLabScale : labScale
  const stages = stagesOf(type)?.(content, inputs)
  if (stages?.grid.some((side) => side < 2) === true) throw new RangeError('a grid without sides')
  return stages && { ...stages, space: isXyz ? 'XYZ' : 'Lab', scale }
}

function stagesOf(type: string) {
  if (type === 'mft1' || type === 'mft2') return readOldStages
  return type === 'mAB ' ? readStages : undefined
}

type Stages = Omit<ColourTable, 'space' | 'scale'>

/** `lut8Type` and `lut16Type` (ICC.1:2022, 10.10 and 10.11). Their matrix is for XYZ as input only. */
function readOldStages(content: Buffer, inputs: number): Stages {
  const width = content.toString('latin1', 0, 4) === 'mft1' ? 1 : 2
  const [entriesBefore, entriesAfter] =
    width === 1 ? [256, 256] : [content.readUInt16BE(48), content.readUInt16BE(50)]
  let at = width === 1 ? 48 : 52
  const take = (count: number) => {
    const values = valuesAt(content, at, count, width)
    at += count * width
    return values
  }
  const curves = (count: number, entries: number) =>
    Array.from({ length: count }, () => curveThrough(take(entries)))
  const grid = Array.from({ length: inputs }, () => content.readUInt8(10))
  const before = curves(inputs, entriesBefore)
  const points = take(outputs * product(grid))
  const after = curves(outputs, entriesAfter)
  return { before, grid, points, between: none, matrix: identity, after }
}

/** `lutAToBType` (10.12), of which every stage but the last may be left out. */
function readStages(content: Buffer, inputs: number): Stages {
  const [after = 0, matrixAt = 0, between = 0, gridAt = 0, before = 0] = [12, 16, 20, 24, 28].map(
    (at) => content.readUInt32BE(at),
  )
  const { grid, points } =
    gridAt === 0 && inputs === outputs ? identityGrid : readGrid(content, gridAt, inputs)
  return {
    before: curvesAt(content, before, inputs),
    grid,
    points,
    between: curvesAt(content, between, outputs),
    matrix:
      matrixAt === 0 ? identity : identity.map((_, index) => fixed(content, matrixAt + 4 * index)),
    after: curvesAt(content, after, outputs),
  }
}

function readGrid(content: Buffer, at: number, inputs: number) {
  const grid = Array.from({ length: inputs }, (_, index) => content.readUInt8(at + index))
  const count = outputs * product(grid)
  return { grid, points: valuesAt(content, at + 20, count, content.readUInt8(at + 16)) }
}

/** Reads values of one or two bytes. */
function valuesAt(content: Buffer, start: number, count: number, width: number): Float32Array {
  if (count === 0 || width < 1 || width > 2 || start + count * width > content.length)
    throw new RangeError('cut off')
  return Float32Array.from({ length: count }, (_, index) =>
    width === 1
      ? content.readUInt8(start + index) / 0xff
      : content.readUInt16BE(start + 2 * index) / 0xffff,
  )
}

/** Reads curves that follow each other, each filled up to four bytes. */
function curvesAt(content: Buffer, start: number, count: number): readonly ToneCurve[] {
  if (start === 0) return none
  let at = start
  return Array.from({ length: count }, () => {
    const rest = content.subarray(at)
    const curve = readCurve(rest)
    if (curve === undefined) throw new RangeError('no curve')
    at += 4 * Math.ceil(curveLength(rest) / 4)
    return curveThrough(
      Float32Array.from({ length: curveSteps + 1 }, (_, i) => curve(i / curveSteps)),
    )
  })
}

const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1)
