import { luminanceOf } from '../pixels/srgb.ts'

/** The light of a colour: red, green and blue from 0 to 1. */
export type Light = readonly [red: number, green: number, blue: number]

/** A face of the gamut: `normal · colour - distance` is positive for what lies outside of it. */
interface Face {
  normal: Light
  distance: number
}

/** What is outside by less than this is on the face. */
const tolerance = 1e-6

/**
 * A colour outside of the gamut moves towards a grey of this share of its luminance. With 1, bright
 * leaves turn grey; with 0, all detail turns dark.
 */
const anchorLuminance = 0.6

/**
 * Makes what moves the colour at a place of a row of light, as little as it has to, into the gamut: the
 * colours that a panel can mix of its own, which are the convex hull of their light. A colour outside of
 * it would be diffused as an error that no pixel ever makes good, and would run into its surroundings.
 * @param black and @param white are two of the panel's colours, between which its greys lie.
 */
export function gamutFitter(colours: readonly Light[], black: Light, white: Light) {
  const faces = facesOf(colours)

  /** Finds the grey of the panel that a colour moves towards. */
  function anchorOf(colour: Light): Light {
    const [dark, light] = [luminanceOf(black), luminanceOf(white)]
    const level = (luminanceOf(colour) - dark) / (light - dark)
    const share = anchorLuminance * Math.max(0, Math.min(1, level))
    const between = (channel: 0 | 1 | 2) =>
      black[channel] + share * (white[channel] - black[channel])
    return [between(0), between(1), between(2)]
  }

  return (row: Float32Array, at: number): void => {
    const red = row[at] ?? 0
    const green = row[at + 1] ?? 0
    const blue = row[at + 2] ?? 0
    let share = 1
    let anchor: Light | undefined
    for (const { normal, distance } of faces) {
      const beyond = normal[0] * red + normal[1] * green + normal[2] * blue - distance
      if (beyond <= tolerance) continue
      anchor ??= anchorOf([red, green, blue])
      const inside = distance - dot(normal, anchor)
      share = Math.min(share, Math.max(0, inside) / (Math.max(0, inside) + beyond))
    }
    if (anchor === undefined) return
    row[at] = anchor[0] + share * (red - anchor[0])
    row[at + 1] = anchor[1] + share * (green - anchor[1])
    row[at + 2] = anchor[2] + share * (blue - anchor[2])
  }
}

/** Finds the faces of a hull: all planes through three colours that no other lies beyond. */
function facesOf(colours: readonly Light[]): Face[] {
  const faces: Face[] = []
  colours.forEach((one, first) => {
    colours.slice(first + 1).forEach((two, second) => {
      for (const three of colours.slice(first + second + 2)) {
        const normal = unit(cross(minus(two, one), minus(three, one)))
        if (normal === undefined) continue
        const distance = dot(normal, one)
        const beyond = colours.map((colour) => dot(normal, colour) - distance)
        if (beyond.every((value) => value <= tolerance)) faces.push({ normal, distance })
        if (beyond.every((value) => value >= -tolerance)) {
          faces.push({ normal: [-normal[0], -normal[1], -normal[2]], distance: -distance })
        }
      }
    })
  })
  return faces
}

const dot = (one: Light, other: Light) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

const minus = (one: Light, other: Light): Light => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
]

const cross = (one: Light, other: Light): Light => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
]

/** Gives a vector of length 1; `undefined` where three colours lie on a line. */
function unit(vector: Light): Light | undefined {
  const length = Math.hypot(...vector)
  if (length < tolerance) return undefined
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}
