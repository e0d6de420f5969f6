import { parseColour, type Colour } from '../pixels/pixels.ts'

/** The colours of a panel. */
export interface Palette {
  /** What is written. */
  pure: readonly Colour[]
  /** What the panel makes of each of them, measured. */
  shown: readonly Colour[]
  /** For greys in equal steps only: how many bits the number of a grey has. */
  greyBits?: 1 | 2 | 4
}

/** Greys in equal steps from black to white, which panels show as they are. */
function greys(greyBits: 1 | 2 | 4): Palette {
  const count = 2 ** greyBits
  const colours = Array.from({ length: count }, (_, index): Colour => {
    const level = (255 * index) / (count - 1)
    return [level, level, level]
  })
  return { pure: colours, shown: colours, greyBits }
}

const spectra6 = [
  { pure: [0, 0, 0], shown: [2, 2, 2] },
  { pure: [255, 255, 255], shown: [190, 200, 200] },
  { pure: [255, 255, 0], shown: [205, 202, 0] },
  { pure: [255, 0, 0], shown: [135, 19, 0] },
  { pure: [0, 0, 255], shown: [5, 64, 158] },
  { pure: [0, 255, 0], shown: [39, 102, 60] },
] as const

const acep7 = [...spectra6, { pure: [255, 128, 0], shown: [170, 85, 20] }] as const

/**
 * Gives a palette with what a panel really shows in place of what is known of its kind.
 * @param panel six hexadecimal digits for each colour, between commas.
 */
export function measuredPalette(name: PaletteName, panel: string): Palette {
  return { ...palettes[name], shown: panel.split(',').map(parseColour) }
}

const measured = (colours: readonly { pure: Colour; shown: Colour }[]): Palette => ({
  pure: colours.map(({ pure }) => pure),
  shown: colours.map(({ shown }) => shown),
})

export const paletteNames = ['bw', 'gray4', 'gray16', 'spectra6', 'acep7'] as const
export type PaletteName = (typeof paletteNames)[number]

export const palettes: Record<PaletteName, Palette> = {
  bw: greys(1),
  gray4: greys(2),
  gray16: greys(4),
  spectra6: measured(spectra6),
  acep7: measured(acep7),
}
