/** A panel to show pictures on: the settings that fit it. */
export interface Panel {
  label: string
  width: number
  height: number
  /** What it shows; without, all colours. */
  palette?: 'bw' | 'gray4' | 'gray16' | 'spectra6' | 'acep7'
  format: 'png' | 'jpeg'
}

const panel = (
  label: string,
  width: number,
  height: number,
  palette: NonNullable<Panel['palette']>,
): Panel => ({ label, width, height, palette, format: 'png' })

const screen = (label: string, width: number, height: number): Panel => ({
  label,
  width,
  height,
  format: 'jpeg',
})

/** Panels to choose from, with what their makers say of them. */
export const panels: readonly Panel[] = [
  panel('4 inch Spectra 6', 600, 400, 'spectra6'),
  panel('7.3 inch Spectra 6', 800, 480, 'spectra6'),
  panel('13.3 inch Spectra 6', 1600, 1200, 'spectra6'),
  panel('7.3 inch ACeP', 800, 480, 'acep7'),
  panel('TRMNL OG, or 7.5 inch black and white', 800, 480, 'bw'),
  panel('TRMNL X', 1872, 1404, 'gray16'),
  panel('Inkplate 6', 800, 600, 'gray16'),
  panel('Inkplate 6COLOR, or 5.7 inch ACeP', 600, 448, 'acep7'),
  panel('Inkplate 10', 1200, 825, 'gray16'),
  panel('M5Paper', 960, 540, 'gray16'),
  panel('Kindle (2012 to 2019)', 600, 800, 'gray16'),
  panel('Kindle Paperwhite 1 and 2', 758, 1024, 'gray16'),
  panel('Kindle Paperwhite 3 and 4', 1072, 1448, 'gray16'),
  panel('Kindle Paperwhite 5', 1236, 1648, 'gray16'),
  screen('2.9 inch tag', 296, 128),
  screen('4.2 inch tag', 400, 300),
  screen('HD screen', 1280, 720),
  screen('Full HD screen', 1920, 1080),
]

/** The panels by their labels, to choose from. */
export const panelChoices: Readonly<Record<string, string>> = {
  '': 'None of these',
  ...Object.fromEntries(
    panels.map(({ label, width, height }) => [label, `${label}, ${width} × ${height}`]),
  ),
}

/** The settings of a panel, empty without one. Pictures fill it. */
export const panelSettings = (panel: Panel | undefined): Record<string, string> => ({
  width: `${panel?.width ?? ''}`,
  height: `${panel?.height ?? ''}`,
  palette: panel?.palette ?? '',
  format: panel?.format ?? '',
  fit: panel === undefined ? '' : 'cover',
})

/** The panel that settings are for, if it is one of the list. */
export const panelOf = (settings: Readonly<Record<string, unknown>>): Panel | undefined =>
  panels.find((each) =>
    Object.entries(panelSettings(each)).every(
      ([name, value]) => name === 'fit' || `${settings[name] ?? ''}` === value,
    ),
  )
