import { emptyPixels, type Pixels } from './pixels.ts'

/** Makes one pixel of each square of so many pixels; the squares at the far edges may be smaller. */
export function averageSquares({ width, height, data }: Pixels, side: number): Pixels {
  const small = emptyPixels(Math.ceil(width / side), Math.ceil(height / side))
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      const [right, bottom] = [Math.min(width, (x + 1) * side), Math.min(height, (y + 1) * side)]
      const sums = [0, 0, 0, 0]
      for (let row = y * side; row < bottom; row += 1) {
        for (let at = 4 * (row * width + x * side); at < 4 * (row * width + right); at += 1) {
          sums[at % 4] = (sums[at % 4] ?? 0) + (data[at] ?? 0)
        }
      }
      const count = (right - x * side) * (bottom - y * side)
      small.data.set(
        sums.map((sum) => Math.round(sum / count)),
        4 * (y * small.width + x),
      )
    }
  }
  return small
}
