import { join } from 'node:path'
import { fill } from '../fill.ts'

export interface Collections {
  /** For files that are none of a collection. */
  temporary: string
  large: string
  small: string
}

/** The folder of the large collection that holds more than the others. */
export const crowded = { name: 'crowded', images: 2000 }

/** A folder that both collections have, with as many images in each. */
export const shared = 'folder 1'

/** Makes two collections of pictures that are tiny, but whose headers can be read. */
export async function makeCollections(temporary: string): Promise<Collections> {
  const [large, small] = [join(temporary, 'large'), join(temporary, 'small')]
  await makeFolders(large, 1000, crowded.images)
  await makeFolders(small, 10, 20)
  return { temporary, large, small }
}

async function makeFolders(path: string, folders: number, inCrowded: number): Promise<void> {
  const nameOf = (index: number) => `IMG_${String(index + 1).padStart(4, '0')}.jpg`
  await fill(join(path, crowded.name), inCrowded, undefined, nameOf)
  for (let number = 1; number <= folders; number += 1) {
    await fill(join(path, `folder ${number}`), 98, undefined, nameOf)
  }
}
