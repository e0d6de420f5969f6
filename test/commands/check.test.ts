import { expect, test } from 'bun:test'
import { chmod, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { asNobody, lacks } from '../support/programs.ts'
import { inkJpeg } from '../support/inks.ts'
import { eventually, runToEnd, tested } from '../support/server.ts'
import { realPictures } from '../support/real-pictures.ts'
import { folderWith } from '../support/temporary.ts'

const pictures = await realPictures()
const jpg = pictures['baseline.jpg'] ?? Buffer.alloc(0)

const check = (UPLOADS_DIR: string, ...options: string[]) =>
  runToEnd({ UPLOADS_DIR }, ['check', ...options])

/** What the check may not change in a folder. */
async function factsOf(path: string) {
  const names = (await readdir(path, { recursive: true })).toSorted()
  const stats = await Promise.all(['.', ...names].map((name) => stat(join(path, name))))
  return { names, times: stats.map(({ mtimeMs, ctimeMs }) => [mtimeMs, ctimeMs]) }
}

test('each fault is one line on stdout, and the status is 1; nothing is changed or created', async () => {
  const damaged = Buffer.from(pictures['animation.gif'] ?? '')
  // A code that there is none of yet, behind the one that clears the table: only decoding finds it.
  damaged.writeUInt8(0x3c, damaged.indexOf(Buffer.of(2, 1, 0x44)) + 2)
  const files = {
    'a/cut.jpg': jpg.subarray(0, 300),
    'x.png': jpg,
    'well.jpg': jpg,
    'b.gif': damaged,
  }
  await using folder = await folderWith(files)
  const before = await factsOf(folder.path)
  const faults = [
    'a/cut.jpg: cut off or damaged after its beginning',
    'x.png: holds a JPEG picture: its name should end in .jpg',
  ]
  for (const [options, lines] of [
    [[], faults],
    [['--decode'], [...faults, 'b.gif: its data is damaged']],
  ] as const) {
    const { stdout, stderr, status } = await check(folder.path, ...options)
    expect(stdout.trimEnd().split('\n').toSorted()).toEqual(lines.toSorted())
    expect(stderr).toEndWith(
      `4 checked: ${lines.length - 1} damaged or unreadable, 1 with a wrong extension\n`,
    )
    expect(status).toBe(1)
  }
  expect(await factsOf(folder.path)).toEqual(before)
})

test('what is no fault is told, pictures of other formats, for print and in the trash: status 0', async () => {
  const [one, other] = ['0'.repeat(32), '1'.repeat(32)]
  await using folder = await folderWith({
    ...pictures,
    'a/b.jxl': Buffer.from('\xff\x0a', 'latin1'),
    'a/ink.jpg': inkJpeg([[9, 8, 7, 6]], { isYcck: true }),
    [`.photo-frame/trash/${one}`]: Buffer.alloc(1024),
    [`.photo-frame/trash/${other}/cut.jpg`]: Buffer.alloc(2048),
  })
  const { stdout, stderr, status } = await check(folder.path)
  expect(stdout.split('\n').toSorted()).toEqual([
    '',
    expect.stringMatching(/^a\/b\.jxl: is not shown because it is a JPEG XL picture: convert/),
    'a/ink.jpg: may show wrong colours because it is for print (CMYK): save it as sRGB',
  ])
  expect(stderr).toEndWith(
    '9 checked: 0 damaged or unreadable, 0 with a wrong extension, ' +
      '1 of formats that are not shown, 1 for print\n2 in the trash, 3KB\n',
  )
  expect(status).toBe(0)
})

test('a name is printed as the disk has it, but on a terminal with escapes for what hides or reverses', async () => {
  const deceptive = 'a\u202egpj.\u200bb\u2028c.gif'
  await using folder = await folderWith({ [deceptive]: jpg })
  expect((await check(folder.path)).stdout).toStartWith(`${deceptive}: holds a JPEG`)
  let said = ''
  await using child = Bun.spawn([...tested, 'check'], {
    env: { UPLOADS_DIR: folder.path },
    terminal: { cols: 200, data: (_, piece) => (said += new TextDecoder().decode(piece)) },
  })
  await child.exited
  await eventually(async () => said.includes('1 checked: '))
  expect(said).toContain(String.raw`a\u{202e}gpj.\u{200b}b\u{2028}c.gif: holds a JPEG`)
  expect(said).not.toMatch(/\p{Cf}|\p{Zl}/u)
})

test.skipIf(lacks('nobody'))(
  'unreadable pictures and folders are named, and all others are checked',
  async () => {
    await using folder = await folderWith({
      'closed/hidden.jpg': jpg,
      'no.jpg': jpg,
      'z/cut.jpg': jpg.subarray(0, 300),
    })
    await chmod(folder.path, 0o755)
    await chmod(join(folder.path, 'closed'), 0o700)
    await chmod(join(folder.path, 'no.jpg'), 0o600)
    const program = [...asNobody, ...tested]
    const { stdout, status } = await runToEnd({ UPLOADS_DIR: folder.path }, ['check'], program)
    expect(stdout.trimEnd().split('\n').toSorted()).toEqual([
      'closed: no permission to read it (EACCES)',
      'no.jpg: no permission to read it (EACCES)',
      'z/cut.jpg: cut off or damaged after its beginning',
    ])
    expect(status).toBe(1)
  },
)

test('Ctrl-C ends it', async () => {
  await using folder = await folderWith({ 'endless.jpg': jpg.subarray(0, -2) })
  // Takes no room on the disk, and a minute to read.
  await truncate(join(folder.path, 'endless.jpg'), 100 * 1024 ** 3)
  await using child = Bun.spawn([...tested, 'check'], {
    env: { UPLOADS_DIR: folder.path },
    stderr: 'pipe',
  })
  // The first line of progress comes before the first picture.
  await child.stderr.getReader().read()
  child.kill('SIGINT')
  await child.exited
  expect(child.signalCode).toBe('SIGINT')
})

test('a check that fails names what is missing, in the way or a bad setting, and creates nothing', async () => {
  await using folder = await folderWith({ photos: jpg })
  for (const [name, complaint] of [
    ['missing', 'The uploads folder, or something in it, is not there. Mount or restore it.'],
    ['photos', 'A file is in the way of the uploads folder, or of a folder in it. Move it away.'],
  ] as const) {
    const path = join(folder.path, name)
    const stderr = `${path}: ${complaint}\n`
    expect(await check(path)).toEqual({ stdout: '', stderr, status: 1 })
  }
  expect(await readdir(folder.path)).toEqual(['photos'])
  const { stderr, status } = await runToEnd({ PORT: 'x' }, ['check'])
  expect(stderr).toStartWith('Bad setting: PORT="x"')
  expect(status).toBe(1)
})
