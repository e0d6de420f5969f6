import { describe, expect, test } from 'bun:test'
import { chmod, mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asNobody, lacks } from '../support/programs.ts'
import { inkJpeg } from '../support/inks.ts'
import { eventually, runToEnd, tested } from '../support/server.ts'
import { realPictures } from '../support/real-pictures.ts'
import { folderWith, temporaryFolder } from '../support/temporary.ts'

const pictures = await realPictures()
const jpg = pictures['baseline.jpg'] ?? Buffer.alloc(0)

const check = (uploadsDir: string) => runToEnd({ UPLOADS_DIR: uploadsDir }, ['check'])

test('pictures without faults: nothing on stdout, status 0', async () => {
  await using folder = await folderWith({ 'a/b.jpg': jpg, ...pictures })
  const { stdout, stderr, status } = await check(folder.path)
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  expect(stderr).toEndWith('8 checked: 0 damaged or unreadable, 0 with a wrong extension\n')
})

test('each fault is one line on stdout, and the status is 1', async () => {
  const files = { 'a/cut.jpg': jpg.subarray(0, 300), 'x.png': jpg, 'well.jpg': jpg }
  await using folder = await folderWith(files)
  const { stdout, stderr, status } = await check(folder.path)
  expect(stdout.trimEnd().split('\n').toSorted()).toEqual([
    'a/cut.jpg: cut off or damaged after its beginning',
    'x.png: holds a JPEG picture: its name should end in .jpg',
  ])
  expect(stderr).toEndWith('3 checked: 1 damaged or unreadable, 1 with a wrong extension\n')
  expect(status).toBe(1)
})

test('what the trash holds is told, and not looked at', async () => {
  const [one, other] = ['0'.repeat(32), '1'.repeat(32)]
  const files = { [one]: Buffer.alloc(1024), [`${other}/cut.jpg`]: Buffer.alloc(2048) }
  await using folder = await folderWith({ 'a.jpg': jpg })
  for (const [path, content] of Object.entries(files)) {
    const at = join(folder.path, '.photo-frame/trash', path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, content)
  }
  const { stdout, stderr, status } = await check(folder.path)
  expect(stderr).toEndWith(
    '1 checked: 0 damaged or unreadable, 0 with a wrong extension\n2 in the trash, 3KB\n',
  )
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
})

test('pictures of other formats are counted and named, and no fault', async () => {
  const jxl = Buffer.from('\xff\x0a', 'latin1')
  await using folder = await folderWith({ 'a.jpg': jpg, 'b.jxl': jxl })
  const { stdout, stderr, status } = await check(folder.path)
  expect(stdout).toStartWith('b.jxl: is not shown because it is a JPEG XL picture: convert')
  expect(stderr).toEndWith(', 1 of formats that are not shown\n')
  expect(status).toBe(0)
})

test('a picture for print is counted and named, and no fault', async () => {
  await using folder = await folderWith({ 'a.jpg': inkJpeg([[9, 8, 7, 6]], { isYcck: true }) })
  const { stdout, stderr, status } = await check(folder.path)
  expect(stdout).toBe(
    'a.jpg: may show wrong colours because it is for print (CMYK): save it as sRGB\n',
  )
  expect(stderr).toEndWith('0 with a wrong extension, 1 for print\n')
  expect(status).toBe(0)
})

test('damage inside the data of a picture is found with --decode', async () => {
  const damaged = Buffer.from(pictures['animation.gif'] ?? '')
  // A code that there is none of yet, behind the one that clears the table.
  damaged.writeUInt8(0x3c, damaged.indexOf(Buffer.of(2, 1, 0x44)) + 2)
  await using folder = await folderWith({ 'a.jpg': jpg, 'b.gif': damaged })
  expect((await check(folder.path)).status).toBe(0)
  const run = await runToEnd({ UPLOADS_DIR: folder.path }, ['check', '--decode'])
  expect(run.stdout).toBe('b.gif: its data is damaged\n')
  expect(run.stderr).toEndWith('2 checked: 1 damaged or unreadable, 0 with a wrong extension\n')
  expect(run.status).toBe(1)
})

const deceptive = 'a\u202egpj.\u200bb\u2028c.gif'

test('a terminal shows hidden and reversing characters of a name as escapes', async () => {
  await using folder = await folderWith({ [deceptive]: jpg })
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

test('without a terminal a name is printed as it is on the disk', async () => {
  await using folder = await folderWith({ [deceptive]: jpg })
  expect((await check(folder.path)).stdout).toStartWith(`${deceptive}: holds a JPEG`)
})

test('the check changes and creates nothing', async () => {
  await using folder = await folderWith({ 'a/b.jpg': jpg, 'cut.jpg': jpg.subarray(0, 99) })
  const facts = async () => {
    const names = (await readdir(folder.path, { recursive: true })).toSorted()
    const stats = await Promise.all(['.', ...names].map((name) => stat(join(folder.path, name))))
    return { names, times: stats.map(({ mtimeMs, ctimeMs }) => [mtimeMs, ctimeMs]) }
  }
  const before = await facts()
  await check(folder.path)
  expect(await facts()).toEqual(before)
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

describe('a check that fails', () => {
  test('names a missing uploads folder, and does not create it', async () => {
    await using folder = await temporaryFolder()
    const missing = join(folder.path, 'missing')
    const { stdout, stderr, status } = await check(missing)
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toBe(
      `${missing}: The uploads folder, or something in it, is not there. Mount or restore it.\n`,
    )
    expect(await readdir(folder.path)).toEqual([])
  })

  test('names a file that is in the place of the uploads folder', async () => {
    await using folder = await folderWith({ photos: jpg })
    const file = join(folder.path, 'photos')
    const { stderr, status } = await check(file)
    expect(stderr).toBe(
      `${file}: A file is in the way of the uploads folder, or of a folder in it. Move it away.\n`,
    )
    expect(status).toBe(1)
  })

  test('names a bad setting', async () => {
    const { stderr, status } = await runToEnd({ PORT: 'x' }, ['check'])
    expect(stderr).toStartWith('Bad setting: PORT="x"')
    expect(status).toBe(1)
  })
})
