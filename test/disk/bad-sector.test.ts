import { $ } from 'bun'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { jpeg, picture } from '../support/pictures.ts'
import { expectFailed, openApp } from '../support/app.ts'
import { lacks } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary.ts'

const kibibyte = 1024
const large = jpeg({ width: 4, height: 3, salt: 'x'.repeat(3000 * kibibyte) })

/**
 * A disk that can't read `bad.jpg` beyond its first megabyte: the file behind it ends there.
 * `undefined` where none can be made.
 */
async function diskWithBadSector() {
  const folder = await temporaryFolder()
  const [image, path] = [join(folder.path, 'image'), join(folder.path, 'mount')]
  const dispose = async () => {
    await $`umount -l ${path}`.nothrow().quiet()
    await folder[Symbol.asyncDispose]()
  }
  try {
    await $`mkdir ${path} && truncate -s 16M ${image}`.quiet()
    // Small files lie in their inodes, at the beginning.
    await $`mkfs.ext4 -q -I 256 -O ^has_journal,inline_data ${image}`.quiet()
    await $`mount -o loop ${image} ${path}`.quiet()
    await Bun.write(join(path, 'good.jpg'), picture('good'))
    await Bun.write(join(path, 'bad.jpg'), large)
    const extents = await $`sync ${path}/bad.jpg && filefrag -v ${path}/bad.jpg`.text()
    const first = Number(/^ +0: .*?: +(\d+)\.\./m.exec(extents)?.[1])
    const block = Number(/blocks of (\d+) bytes/.exec(extents)?.[1])
    await $`umount ${path} && mount -o loop ${image} ${path}`.quiet()
    await $`truncate -s ${first * block + kibibyte ** 2} ${image}`.quiet()
  } catch {
    await dispose()
    return undefined
  }
  return { path, [Symbol.asyncDispose]: dispose }
}

const attempt = lacks('mount', 'ext4') ? undefined : await diskWithBadSector()
await attempt?.[Symbol.asyncDispose]()

describe.skipIf(attempt === undefined)('a picture with a bad sector', () => {
  test.each(['', '?width=2'])('is FILE_SYSTEM_ERROR, and the log names it: %p', async (query) => {
    await using disk = await diskWithBadSector()
    await using service = await openApp({ uploadsDir: disk?.path ?? '' })
    await expectFailed(await service.ask(`GET /uploads/bad.jpg${query}`), 'FILE_SYSTEM_ERROR')
    expect(service.lines.join()).toMatch(/EIO: i\/o error, read 'bad\.jpg'/)
  })

  test('is passed over for a frame, also once it was found out', async () => {
    await using disk = await diskWithBadSector()
    await using service = await openApp({ uploadsDir: disk?.path ?? '' })
    for (let round = 0; round < 4; round += 1) {
      const answer = await service.ask('GET /api/images/random?as=image')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-image-path')).toBe('good.jpg')
      await answer.arrayBuffer()
    }
    expect(await service.deal(1)).toEqual(['good.jpg'])
  })
})
