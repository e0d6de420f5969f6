import { t } from '../lib/messages.ts'

type PanelChoice = readonly [label: string, width: number, height: number, palette: string]

/**
 * Panels to choose from, by names that are the same in all languages, with their palettes: none for
 * panels that show all colours.
 */
export const panels: readonly PanelChoice[] = [
  ['4″ Spectra 6', 600, 400, 'spectra6'],
  ['7.3″ Spectra 6', 800, 480, 'spectra6'],
  ['13.3″ Spectra 6', 1600, 1200, 'spectra6'],
  ['7.3″ ACeP', 800, 480, 'acep7'],
  ['TRMNL OG, 7.5″ B/W', 800, 480, 'bw'],
  ['TRMNL X', 1872, 1404, 'gray16'],
  ['Inkplate 6', 800, 600, 'gray16'],
  ['Inkplate 6COLOR, 5.7″ ACeP', 600, 448, 'acep7'],
  ['Inkplate 10', 1200, 825, 'gray16'],
  ['M5Paper', 960, 540, 'gray16'],
  ['Kindle 2012–2019', 600, 800, 'gray16'],
  ['Kindle Paperwhite 1, 2', 758, 1024, 'gray16'],
  ['Kindle Paperwhite 3, 4', 1072, 1448, 'gray16'],
  ['Kindle Paperwhite 5', 1236, 1648, 'gray16'],
  ['2.9″ OpenEPaperLink', 296, 128, ''],
  ['4.2″ OpenEPaperLink', 400, 300, ''],
  ['HD', 1280, 720, ''],
  ['Full HD', 1920, 1080, ''],
]

/** The panels by their labels, to choose from. */
export const panelChoices = (): Readonly<Record<string, string>> => ({
  '': t.frames.otherPanel,
  ...Object.fromEntries(
    panels.map(([label, width, height]) => [label, `${label}, ${width} × ${height}`]),
  ),
})

/** The settings that make pictures for the panel of this label, all empty without one. */
export function panelSettings(label: string): Record<string, string> {
  const [, width = '', height = '', palette = ''] = panels.find(([each]) => each === label) ?? []
  const [format, fit] = width === '' ? ['', ''] : [palette === '' ? 'jpeg' : 'png', 'cover']
  return { width: `${width}`, height: `${height}`, palette, format, fit }
}

/**
 * The label of the panel that settings are for, whatever their `fit`; empty where the list has
 * none.
 */
export const panelOf = (settings: Readonly<Record<string, unknown>>): string =>
  panels.find(([label]) =>
    Object.entries(panelSettings(label)).every(
      ([name, value]) => name === 'fit' || `${settings[name] ?? ''}` === value,
    ),
  )?.[0] ?? ''
