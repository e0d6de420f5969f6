import { render } from '../../src/pixels/renderer.ts'
import type { Rendition } from '../../src/pixels/request.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from './byte-source.ts'

/** Makes a rendition of a file's bytes as the service does: as a JPEG in full size, if not told else. */
export async function rendered(
  content: Uint8Array,
  rendition: Partial<Rendition> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const type = pictureFormats.sniff(content)?.type
  if (type === undefined) throw new Error('no picture')
  const source = { ...sourceOf(content), body: new Blob([new Uint8Array(content)]) }
  const whole = {
    width: 10_000,
    height: 10_000,
    fit: 'contain',
    background: undefined,
    type: 'jpg',
    quality: 90,
    palette: undefined,
  } as const
  return render(source, type, { ...whole, ...rendition }, () => 1e9)
}
