import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { jpegWithXmp, subjects } from '../support/xmp.ts'
import { fill } from './fill.ts'
import { photoJpeg } from './photos.ts'

/** The folder that holds more pictures than the others: 2 of 100. */
export const crowded = 'crowded'

const perFolder = 98
const old = new Date(2001, 5, 1)

/** Conditions that half of the pictures meet, ten of them, and one in a thousand. */
export const conditions = {
  common: 'orientation=portrait&since=365d',
  seldom: 'from=2001-01-01&to=2001-12-31',
  tagged: 'tag=person+7',
}

/**
 * Makes a collection of tiny whole pictures with all that is read of a header: half of them are portraits,
 * each has five of 2,000 tags, and one in each of ten folders is old.
 * @param images a multiple of 1,000.
 */
export async function makeCollection(path: string, images: number): Promise<void> {
  const inCrowded = images / 50
  const nameOf = (index: number) => {
    const within = index - inCrowded
    const number = within < 0 ? index : within % perFolder
    const folder = within < 0 ? crowded : `folder ${1 + Math.floor(within / perFolder)}`
    return `${folder}/IMG_${String(number + 1).padStart(4, '0')}.jpg`
  }
  const [landscape, portrait] = [await photoJpeg(4, 3), await photoJpeg(3, 4)]
  const contentOf = (index: number) => {
    const photo = index % 2 === 0 ? landscape : portrait
    const tags = Array.from({ length: 4 }, (_, n) => `tag ${(index * (n + 3)) % 1000}`)
    const all = subjects(...tags, `person ${index % 1000}`)
    // What differs stands behind the end of the image.
    return jpegWithXmp(Buffer.concat([photo, Buffer.from(`${index}`)]), all)
  }
  await fill(path, images, contentOf, nameOf)
  for (let folder = 0; folder < 10; folder += 1) {
    await utimes(join(path, nameOf(inCrowded + folder * perFolder)), old, old)
  }
}
