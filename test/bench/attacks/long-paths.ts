import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { picture } from '../../support/pictures.ts'

/** Changes something of the collection as the admin, and gives the status of the answer. */
type Ask = (line: string, json: object) => Promise<number>

const longName = 'y'.repeat(200)

/** Moves folders with long names below one another by requests. Gives how many moves are done. */
export async function moveByRequests(ask: Ask, count: number): Promise<number> {
  let [done, inner] = [0, 'inner']
  await ask('POST /api/folders', { path: inner, name: inner })
  for (let move = 0; move < count; move += 1) {
    const outer = `outer-${move}`
    await ask('POST /api/folders', { path: outer, name: outer })
    const newPath = `${outer}/${longName}`
    if ((await ask('PATCH /api/folders', { path: inner, newPath })) !== 200) continue
    done += 1
    inner = outer
  }
  return done
}

/** Does the same on the disk, where nothing refuses it, with a picture in the innermost. */
export async function moveOnDisk(folder: string, count: number): Promise<void> {
  const [inner, outer] = [join(folder, 'deep'), join(folder, 'deeper')]
  for (let move = 0; move < count; move += 1) {
    await mkdir(outer)
    if (move === 0) await Bun.write(join(outer, 'lost.jpg'), picture('lost'))
    else await rename(inner, join(outer, longName))
    await rename(outer, inner)
  }
}
