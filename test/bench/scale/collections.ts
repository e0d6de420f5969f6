import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { picture } from '../../support/pictures.ts'

export interface Collections {
  /** For files that are none of a collection. */
  temporary: string
  /** The uploads folder with 100,000 images. */
  large: string
  /** The uploads folder with 1,000 images. */
  small: string
}

/** The folder of the large collection that holds more than the others. */
export const crowded = { name: 'crowded', images: 2000 }

/** A folder that both collections have, with as many images in each. */
export const shared = 'folder 1'

/** Makes two collections of pictures that are tiny, but whose headers can be read. */
export function makeCollections(temporary: string): Collections {
  const [large, small] = [join(temporary, 'large'), join(temporary, 'small')]
  makeFolders(large, 1000, 98)
  makeFolder(join(large, crowded.name), crowded.images)
  makeFolders(small, 10, 98)
  makeFolder(join(small, crowded.name), 20)
  return { temporary, large, small }
}

function makeFolders(path: string, folders: number, images: number): void {
  for (let number = 1; number <= folders; number += 1) {
    makeFolder(join(path, `folder ${number}`), images)
  }
}

function makeFolder(path: string, images: number): void {
  mkdirSync(path, { recursive: true })
  for (let number = 1; number <= images; number += 1) {
    writeFileSync(join(path, `IMG_${String(number).padStart(4, '0')}.jpg`), picture(number))
  }
}
