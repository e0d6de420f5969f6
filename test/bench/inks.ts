import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { difference, readPng } from '../support/pixels.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { photoJpeg } from './photos.ts'
import { startService } from './processes.ts'
import { atMost, skipped, type Row } from './report.ts'

/** The profiles that Ghostscript comes with (libgs-common). */
const profiles = '/usr/share/color/icc/ghostscript'
const [inkProfile, srgb] = [join(profiles, 'default_cmyk.icc'), join(profiles, 'srgb.icc')]

const work = 'a JPEG of four inks by their profile, mean difference from Little CMS, of 255'
const bound = 9
const plain = (value: number) => value.toFixed(1)

/** Compares colours, not time: at 32 × 32 pixels with what ImageMagick makes by Little CMS. */
export async function inks(): Promise<Row> {
  if (Bun.which('convert') === null) return skipped(work, `<= ${bound}`, 'no ImageMagick')
  if (!existsSync(inkProfile)) return skipped(work, `<= ${bound}`, 'no libgs-common')
  await using folder = await temporaryFolder()
  const photo = join(folder.path, 'photo.jpg')
  const printed = join(folder.path, 'printed.jpg')
  const shown = join(folder.path, 'shown.png')
  await Bun.write(photo, await photoJpeg(1600, 1200))
  await convert(photo, '-profile', srgb, '-profile', inkProfile, '-quality', '95', printed)
  await convert(printed, '-intent', 'relative', '-profile', srgb, shown)
  await using service = await startService(folder.path, { env: { CACHE_SIZE: '0' } })
  const answer = await fetch(`${service.url}/uploads/printed.jpg?width=320&format=png`)
  const [ours, theirs] = [await answer.bytes(), await Bun.file(shown).bytes()]
  return atMost(work, difference(await small(ours), await small(theirs)), bound, plain)
}

async function convert(...args: string[]): Promise<void> {
  const { exited } = Bun.spawn(['convert', ...args], { stderr: 'inherit' })
  if ((await exited) !== 0) throw new Error(`convert ${args.join(' ')}`)
}

const small = async (picture: Uint8Array) =>
  readPng(await new Bun.Image(new Uint8Array(picture)).resize(32, 32).png().bytes())
