import { rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { invite } from '../inviting.ts'
import { noise } from '../pixels.ts'
import { formOf } from '../question.ts'
import { startServer } from '../server.ts'
import { temporaryFolder } from '../temporary.ts'

/** The service lists no image whose name has one of the prohibited characters, such as `<`. */
export const hostile = `&lt;img src=x onerror=alert(1)&gt; 'x' %3Cb%3E {1+1}.png`

/** What makes trouble: names, files that are none or not what they are called, folders in folders. */
export const files: Record<string, Uint8Array> = {
  [`Summer/${hostile}`]: noise(60, 40, 1),
  'Summer/\u202Egnp.exe & b.png': noise(60, 40, 2),
  [`Summer/${'ü'.repeat(125)}.png`]: noise(60, 40, 3),
  'Summer/broken.jpg': Buffer.from('no picture'),
  'Summer/Beach/5.png': noise(60, 40, 5),
  'Summer & &lt;b&gt;/&amp; {1}/x.png': noise(60, 40, 4),
}

/** As many pictures as a rail of years takes, by their months. */
const months = Array.from({ length: 200 }, (_, index) => new Date(2022 + (index % 4), index % 12))

/**
 * A frame's name, a guest's invitation, and photos to add: all but the last are larger than the
 * service takes.
 */
const [frame, label, photos, small] = ['hall', 'Anna’s birthday', ['8.png', '9.png'], '10.png']

/** What people named themselves, so that it is the same in any language. */
export const ownNames = [
  'Years',
  frame,
  label,
  ...photos,
  ...Object.keys(files).flatMap((path) => path.split('/')),
]

/** Starts a service that has something for each view of the admin page. */
export async function startViewedService(host = '127.0.0.1') {
  const all = new AsyncDisposableStack()
  const [folder, other] = [all.use(await temporaryFolder()), all.use(await temporaryFolder())]
  const write = async (path: string, content: Uint8Array) => {
    await Bun.write(path, content)
    return path
  }
  for (const [path, content] of Object.entries(files)) await write(join(folder.path, path), content)
  const env = { HOST: host, MAX_FILE_SIZE: '1KB', UPLOADS_DIR: folder.path }
  const service = all.use(await startServer({ env }))
  const { path, token } = await invite(service, { folder: 'Summer', label })
  const headers = { Authorization: `Bearer ${token}` }
  await service.ask('POST /api/upload', { headers, body: formOf({ '7.png': noise(10, 8) }) })
  for (const query of ['', `?frame=${frame}&width=800&height=480`]) {
    await service.ask(`GET /api/images/random${query}`)
  }
  return {
    url: service.url,
    guestPath: path,
    /** Photos to add. */
    photos: await Promise.all(photos.map((name) => write(join(other.path, name), noise(60, 40)))),
    smallPhoto: await write(join(other.path, small), noise(10, 8)),
    /** Has another folder, `Years`, with pictures of several years. */
    addYears: async () => {
      const tiny = noise(3, 2)
      for (const [index, month] of months.entries()) {
        await utimes(await write(join(other.path, 'Years', `${index}.png`), tiny), month, month)
      }
      await rename(join(other.path, 'Years'), join(folder.path, 'Years'))
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
