import type { Obstacle } from '../format.ts'

/** SOF0 to SOF15, without DHT, JPG and DAC, which share their numbers (ITU-T T.81, table B.1). */
export const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** What a frame header says (ITU-T T.81, B.2.2). */
export type JpegFrame = NonNullable<ReturnType<typeof readFrame>>

/** The length of a frame header without its components. */
const fixedLength = 6

/** Reads the content of a frame header; `undefined` where it is too short for what it holds. */
export function readFrame(marker: number, content: Buffer) {
  if (content.length < fixedLength) return undefined
  const components = content.readUInt8(5)
  if (content.length < fixedLength + 3 * components) return undefined
  const samplings = Array.from({ length: components }, (_, index) => {
    const both = content.readUInt8(fixedLength + 1 + 3 * index)
    return { across: both >> 4, down: both & 15 }
  })
  const blocks = samplings.reduce((sum, { across, down }) => sum + across * down, 0)
  const most = (side: 'across' | 'down') => Math.max(1, ...samplings.map((each) => each[side]))
  return {
    marker,
    /** Bits of a sample. */
    precision: content.readUInt8(0),
    width: content.readUInt16BE(3),
    height: content.readUInt16BE(1),
    components,
    /** Bytes of coefficients for each pixel, two each, with the sampling of its components. */
    coefficientsPerPixel: (2 * blocks) / (most('across') * most('down')),
  }
}

/** Whether no scan of a frame refines what another one gave: SOF0, SOF1, and SOF9, which is arithmetic. */
export const isSequential = ({ marker }: JpegFrame) =>
  marker === 0xc0 || marker === 0xc1 || marker === 0xc9

/** SOF2 and SOF10, which is arithmetic. */
const isProgressive = ({ marker }: JpegFrame) => marker === 0xc2 || marker === 0xca

/** SOF3, SOF7, SOF11 and SOF15. */
const isLossless = ({ marker }: JpegFrame) => (marker & 3) === 3

/** Says why decoders that are made for photos refuse a frame. */
export function obstacleOf(frame: JpegFrame): Obstacle | undefined {
  if (isLossless(frame)) return 'a lossless JPEG'
  if (!isSequential(frame) && !isProgressive(frame)) return 'a hierarchical JPEG'
  return frame.precision === 8 ? undefined : 'not 8 bits a sample'
}
