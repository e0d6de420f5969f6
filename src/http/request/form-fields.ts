import type { Control, Parameter } from '../../collection/conditions/condition.ts'
import { parameters } from '../../collection/conditions/registry.ts'
import type { PaletteName } from '../../collection/renditions/palette/palettes.ts'
import type { RenditionRequest } from '../../collection/renditions/request.ts'
import { slideshowOptions, slideshowValues } from './slideshow-options.ts'

/** A field of a form for the settings of a frame. */
export interface FormField {
  name: string
  label: string
  control: Control
  /** Says in a list what a value means that is no choice; `{}` stands for the value. */
  inWords: string
  /** Whether it takes several values. */
  isList: boolean
}

const paletteWords: Record<PaletteName | '', string> = {
  '': 'All',
  bw: 'Black and white',
  gray4: '4 greys',
  gray16: '16 greys',
  spectra6: 'Spectra 6',
  acep7: 'ACeP, 7 colours',
}

const formatWords: Record<NonNullable<RenditionRequest['format']> | '', string> = {
  '': 'As the frame asks',
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  bmp: 'BMP',
}

const side = { kind: 'number', min: 1, max: 10_000 } as const

type Described = Pick<Parameter, 'label' | 'control' | 'inWords' | 'isList'>

/** How a picture is made for a device that does not say it itself. */
const sizes: Readonly<Record<string, Described>> = {
  width: { label: 'Width in pixels', control: side, inWords: '{} pixels wide' },
  height: { label: 'Height in pixels', control: side, inWords: '{} pixels high' },
  palette: {
    label: 'Colours',
    control: { kind: 'choice', choices: paletteWords },
    inWords: 'in {}',
  },
  format: { label: 'Format', control: { kind: 'choice', choices: formatWords }, inWords: 'as {}' },
}

const fieldsOf = (rows: Readonly<Record<string, Described>>): FormField[] =>
  Object.entries(rows).map(([name, { label, control, inWords, isList = false }]) => ({
    name,
    label,
    control,
    inWords,
    isList,
  }))

/** Lists the fields of a form for a frame. A page takes them in when it is bundled. */
export const formFields = () => ({
  pictures: fieldsOf(parameters),
  looks: fieldsOf({ ...slideshowOptions, ...slideshowValues }),
  sizes: fieldsOf(sizes),
})
