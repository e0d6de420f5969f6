import { join } from 'node:path'
import { picture } from '../support/pictures.ts'

/**
 * Fills a folder with so many pictures, by default tiny ones that differ.
 * @param nameOf paths below the folder.
 */
export async function fill(
  folder: string,
  count: number,
  contentOf: (index: number) => Uint8Array | Bun.BlobPart[] = picture,
  nameOf = (index: number) => `${index}.jpg`,
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await Bun.write(join(folder, nameOf(index)), new Blob([contentOf(index)].flat()))
  }
}
