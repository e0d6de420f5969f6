import { describe, expect, test } from 'bun:test'
import { chmod, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SystemDecoder, type DecodeLimits } from '../../../src/collection/disk/system-decoder.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const limits: DecodeLimits = { memory: 256 * 1024 ** 2, time: 2000, output: 1024 ** 2 }

/** A decoder that is a script of the shell, and a picture to give it. */
async function decoderOf(script: string) {
  const folder = await temporaryFolder()
  const program = join(folder.path, 'decoder')
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  const picture = join(folder.path, 'picture.heic')
  await writeFile(picture, 'the picture')
  const temporary = join(folder.path, 'temporary')
  const decoder = SystemDecoder.find(program, temporary)
  if (decoder === undefined) throw new Error('The decoder was not found.')
  return {
    decoder,
    temporary,
    decode: async (allowed = limits) => {
      await using file = await open(picture)
      return await decoder.decode(file.fd, allowed)
    },
    left: () => readdir(temporary),
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  }
}

describe('a decoder of the system', () => {
  test('reads the open file and gives what it writes', async () => {
    await using opened = await decoderOf(
      '[ "$1" = -q ] && cat "$3" > "$4" && echo ", done" >> "$4"',
    )
    expect(Buffer.from((await opened.decode()) ?? []).toString()).toBe('the picture, done\n')
    expect(await opened.left()).toEqual([])
  })

  test('gives the first of several images', async () => {
    await using opened = await decoderOf('echo two > output-2.jpg; echo one > output-1.jpg')
    expect(Buffer.from((await opened.decode()) ?? []).toString()).toBe('one\n')
  })

  test.each([
    ['dies', 'kill -SEGV $$'],
    ['writes nothing', 'exit 0'],
    ['writes an empty file', ': > "$4"'],
    ['hangs', 'sleep 60'],
    ['prints without end', 'yes'],
    ['complains without end', 'yes >&2'],
    ['works without end', 'while :; do :; done'],
  ])('that %s gives no picture and leaves nothing behind', async (_, script) => {
    await using opened = await decoderOf(script)
    expect(await opened.decode()).toBeUndefined()
    expect(await opened.left()).toEqual([])
  })

  test.skipIf(Bun.which('prlimit') === null)(
    'can write no more than it may, and take no more memory',
    async () => {
      await using endless = await decoderOf('yes > "$4"')
      expect((await endless.decode())?.length).toBe(limits.output)
      await using hungry = await decoderOf(
        `exec ${process.execPath} -e "const all=[];for(;;)all.push(new Uint8Array(1e7).fill(1))"`,
      )
      expect(await hungry.decode({ ...limits, time: 20_000 })).toBeUndefined()
      expect(await hungry.left()).toEqual([])
    },
  )

  test('leaves no process behind', async () => {
    await using opened = await decoderOf('sleep 4711 & echo $! > output.jpg')
    const id = Number(Buffer.from((await opened.decode()) ?? []).toString())
    expect(id).toBeGreaterThan(0)
    // A process that has ended has no command line, also where nobody has asked for its status yet.
    const command = () => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
    while ((await command()) !== '') await Bun.sleep(10)
  })

  test.skipIf(Bun.which('unshare') === null)('has no network', async () => {
    const canIsolate = await Bun.spawn(['unshare', '-rn', 'true']).exited
    if (canIsolate !== 0) return
    await using opened = await decoderOf('cat /proc/net/dev > "$4"')
    const devices = Buffer.from((await opened.decode()) ?? []).toString()
    expect(devices).toContain('lo:')
    expect(devices.match(/:/g)).toHaveLength(1)
  })

  test('that is no program is not found', async () => {
    await using folder = await temporaryFolder()
    expect(SystemDecoder.find('/no/such/decoder', folder.path)).toBeUndefined()
    await writeFile(join(folder.path, 'text'), 'no program')
    expect(SystemDecoder.find(join(folder.path, 'text'), folder.path)).toBeUndefined()
  })

  test('clears what an earlier run left', async () => {
    await using opened = await decoderOf('exit 0')
    await opened.decode()
    await Bun.write(join(opened.temporary, 'decode-abc', 'output.jpg'), 'left')
    await opened.decoder.clear()
    expect(await opened.left()).toEqual([])
  })
})
