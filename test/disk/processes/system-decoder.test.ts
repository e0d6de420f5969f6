import { describe, expect, test } from 'bun:test'
import { chmod, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ProgramLimits } from '../../../src/disk/processes/isolation.ts'
import { findDecoder, SystemDecoder } from '../../../src/disk/processes/system-decoder.ts'
import type { DecodingPlan } from '../../../src/formats/format.ts'
import { sourceOf } from '../../support/byte-source.ts'
import { lacks } from '../../support/programs.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const limits: ProgramLimits = { memory: 256 * 1024 ** 2, time: 2000, output: 1024 ** 2 }

const plan: DecodingPlan = {
  hasTransparency: false,
  heldPerPixel: 4,
  isOnOneProcessor: false,
  changes: [],
}

/** A decoder that is a script of the shell, and a picture to give it. */
async function decoderOf(script: string) {
  const folder = await temporaryFolder()
  const program = join(folder.path, 'decoder')
  await writeFile(program, `#!/bin/sh\n${script}\n`)
  await chmod(program, 0o755)
  const picture = join(folder.path, 'picture.heic')
  await writeFile(picture, 'the picture')
  const temporary = join(folder.path, 'temporary')
  const decoder = new SystemDecoder(findDecoder(program) ?? '', temporary)
  return {
    decoder,
    temporary,
    decode: async (
      how: Partial<ProgramLimits & DecodingPlan> = {},
      { signal } = new AbortController(),
    ) => {
      await using file = await open(picture)
      const source = sourceOf(Buffer.from('the picture'))
      const input = { ...source, descriptor: file.fd }
      const decoded = await decoder.decode(
        input,
        { ...plan, ...how },
        { ...limits, ...how },
        signal,
      )
      return typeof decoded === 'string' ? decoded : { text: Buffer.from(decoded).toString() }
    },
    left: () => readdir(temporary),
    /** The id that a script has written to `started`, once it has. */
    started: async () => {
      const read = () => readFile(join(folder.path, 'started'), 'utf8').catch(() => '')
      while (!(await read()).endsWith('\n')) await Bun.sleep(10)
      return Number(await read())
    },
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  }
}

describe('a decoder of the system', () => {
  test('reads the open file and gives what it writes', async () => {
    await using opened = await decoderOf(
      '[ "$1" = -q ] && cat "$3" > "$4" && echo ", done" >> "$4"',
    )
    expect(await opened.decode()).toEqual({ text: 'the picture, done\n' })
    expect(await opened.left()).toEqual([])
  })

  test('is asked for a PNG where transparency has to be kept', async () => {
    await using opened = await decoderOf('echo "${4##*/}" > "$4"')
    expect(await opened.decode()).toEqual({ text: 'output.jpg\n' })
    expect(await opened.decode({ hasTransparency: true })).toEqual({ text: 'output.png\n' })
  })

  test('gets a copy with the changes that are to be made', async () => {
    await using opened = await decoderOf('cat "$3" > "$4"')
    const changes = [
      { position: 0, value: 0x75 },
      { position: 10, value: 0x65 },
    ]
    expect(await opened.decode({ changes })).toEqual({ text: 'uhe picture' })
    expect(await opened.left()).toEqual([])
  })

  test('gives the first of several images', async () => {
    await using opened = await decoderOf('echo two > output-2.jpg; echo one > output-1.jpg')
    expect(await opened.decode()).toEqual({ text: 'one\n' })
  })

  test('runs one at a time', async () => {
    await using opened = await decoderOf('ls -d ../*/ > "$4"; sleep 0.1')
    const all = await Promise.all([opened.decode(), opened.decode(), opened.decode()])
    for (const each of all) expect(each).toMatchObject({ text: expect.not.stringMatching(/\n./) })
  })

  test.each([
    ['dies', 'kill -SEGV $$', 'no picture'],
    ['is killed', 'kill -KILL $$', 'killed'],
    ['is no program after all', 'exit 127', 'not run'],
    ['writes nothing', 'exit 0', 'no picture'],
    ['writes an empty file', ': > "$4"', 'no picture'],
    ['makes a link', 'ln -s ../../picture.heic "$4"', 'no picture'],
    ['makes a pipe', 'mkfifo "$4"', 'no picture'],
    ['makes a folder', 'mkdir "$4"', 'no picture'],
    ['hangs', 'sleep 60', 'too long'],
    ['prints without end', 'yes', 'too long'],
    ['complains without end', 'yes >&2', 'too long'],
    ['works without end', 'while :; do :; done', 'too long'],
  ])('that %s gives no picture and leaves nothing behind', async (_, script, failure) => {
    await using opened = await decoderOf(script)
    const time = failure === 'too long' ? 300 : limits.time
    expect<unknown>(await opened.decode({ time })).toBe(failure)
    expect(await opened.left()).toEqual([])
  })

  test('that has gone since is not run', async () => {
    await using opened = await decoderOf('echo > "$4"')
    await rm(opened.decoder.program)
    expect(await opened.decode()).toBe('not run')
  })

  test.skipIf(lacks('prlimit'))(
    'can write no more than it may, and take no more memory',
    async () => {
      await using endless = await decoderOf('yes > "$4"')
      expect(await endless.decode()).toEqual({ text: 'y\n'.repeat(limits.output / 2) })
      await using hungry = await decoderOf(
        `exec ${process.execPath} -e "const all=[];for(;;)all.push(new Uint8Array(1e7).fill(1))"`,
      )
      expect(await hungry.decode({ time: 20_000 })).toBe('no picture')
      expect(await hungry.left()).toEqual([])
    },
  )

  // timeout(1) makes a group of its own, whose id is the fifth field (proc(5)).
  const hasGroup = `[ "$(cut -d ' ' -f 5 /proc/$!/stat)" = $! ]`
  test.each([
    ['its own', 'sleep 4711 & echo $! > output.jpg'],
    ['another', `timeout 4711 sleep 4711 & until ${hasGroup}; do :; done; echo $! > output.jpg`],
  ])('leaves no process behind, in %s group', async (_, script) => {
    await using opened = await decoderOf(script)
    const decoded = await opened.decode()
    const id = Number(typeof decoded === 'string' ? undefined : decoded.text)
    expect(id).toBeGreaterThan(0)
    await goneProcess(id)
  })

  test.skipIf(lacks('prlimit'))('sees one processor where it has to', async () => {
    await using opened = await decoderOf('nproc > "$4"')
    expect(await opened.decode({ isOnOneProcessor: true })).toEqual({ text: '1\n' })
    expect(await opened.decode()).toEqual({ text: `${availableParallelism()}\n` })
  })

  test('is killed when nobody waits any more, and the next one runs', async () => {
    await using opened = await decoderOf(
      '[ -e ../../started ] && exec echo > "$4"; echo $$ > ../../started; sleep 4711',
    )
    const waiter = new AbortController()
    const left = opened.decode({ time: 60_000 }, waiter)
    const id = await opened.started()
    const next = opened.decode()
    waiter.abort()
    expect(await left).toBe('killed')
    expect(await next).toEqual({ text: '\n' })
    await goneProcess(id)
  })

  test('is killed when it is closed, with whoever waits for it', async () => {
    await using opened = await decoderOf('echo $$ > ../../started; sleep 4711')
    const both = [opened.decode({ time: 60_000 }), opened.decode({ time: 60_000 })]
    const id = await opened.started()
    await opened.decoder.close()
    expect(await Promise.all(both)).toEqual(['killed', 'killed'])
    await goneProcess(id)
    expect(await opened.left()).toEqual([])
  })

  test.skipIf(lacks('container'))('has no network', async () => {
    await using opened = await decoderOf('cat /proc/net/dev > "$4"')
    const decoded = await opened.decode()
    const devices = typeof decoded === 'string' ? '' : decoded.text
    expect(devices).toContain('lo:')
    expect(devices.match(/:/g)).toHaveLength(1)
  })

  test('that is no program is not found', async () => {
    await using folder = await temporaryFolder()
    expect(findDecoder('/no/such/decoder')).toBeUndefined()
    await writeFile(join(folder.path, 'text'), 'no program')
    expect(findDecoder(join(folder.path, 'text'))).toBeUndefined()
  })

  test('works where the cache can not be written', async () => {
    await using opened = await decoderOf('cat "$3" > "$4"')
    await writeFile(opened.temporary, 'a file in the way')
    expect(await opened.decode()).toEqual({ text: 'the picture' })
  })

  test('clears what an earlier run left, and nothing of a process that runs', async () => {
    await using opened = await decoderOf('exit 0')
    await opened.decode()
    const gone = Bun.spawn(['true'])
    await gone.exited
    await Bun.write(join(opened.temporary, `decode-${gone.pid}-abc`, 'output.jpg'), 'left')
    await Bun.write(join(opened.temporary, `decode-${process.ppid}-abc`, 'output.jpg'), 'in use')
    await opened.decoder.clear()
    expect(await opened.left()).toEqual([`decode-${process.ppid}-abc`])
  })
})

/** Waits until a process has ended; it has no command line then, even before its parent looks. */
async function goneProcess(id: number): Promise<void> {
  const command = () => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
  while ((await command()) !== '') await Bun.sleep(10)
}
