/**
 * Breaks the service in one place after the other, in a copy of the project, and says which breakages
 * the tests find: `bun test/support/mutations.ts`, or with words of those that are meant.
 * Each names the part of `npm test` that has to find it.
 */
import { cp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { temporaryFolder } from './temporary.ts'

interface Breakage {
  /** What is broken, in words. */
  name: string
  /** Below `src`. */
  file: string
  /** Stands there once. */
  text: string
  becomes: string
  /** Parts of the paths of tests. */
  tests: string
}

const breakages: readonly Breakage[] = [
  {
    name: 'an upload is acknowledged before its bytes are on the disk',
    file: 'disk/staging/staged-file.ts',
    text: 'await this.#handle?.sync()',
    becomes: '',
    tests: 'uploads disk server/upload',
  },
  {
    name: 'an upload is acknowledged before its name is on the disk',
    file: 'uploads/publisher.ts',
    text: 'await syncFolder(handle)',
    becomes: '',
    tests: 'uploads disk server/upload',
  },
  {
    name: 'a file of the service is renamed before its bytes are on the disk',
    file: 'store/state-file.ts',
    text: 'await file.sync()',
    becomes: '',
    tests: 'disk',
  },
  {
    name: 'an upload that fails leaves the files before',
    file: 'uploads/publisher.ts',
    text: 'onFailure(() => file.withdraw(link))',
    becomes: '',
    tests: 'uploads',
  },
  {
    name: 'what a client that is gone has sent stays in the staging folder',
    file: 'disk/staging/staged-file.ts',
    text: '() => this.#inFolder(unlink), ',
    becomes: '',
    tests: 'uploads server/upload',
  },
  {
    name: 'an upload takes the place of another picture of that name',
    file: 'disk/durable/link-or-rename.ts',
    text: 'await link(from, to)\n    return true',
    becomes: 'await rename(from, to)\n    return true',
    tests: 'uploads',
  },
  {
    name: 'another picture with as many bytes counts as sent before',
    file: 'disk/staging/staged-file.ts',
    text: 'if (a !== b || !first.subarray(0, a).equals(second.subarray(0, b))) return false',
    becomes: '',
    tests: 'uploads',
  },
  {
    name: 'a start leaves what the last process had received',
    file: 'disk/staging/clear-staging.ts',
    text: 'await onDisk(join(folder, name), clear).catch(onError)',
    becomes: 'void clear',
    tests: 'uploads frames/restart server/upload',
  },
  {
    name: 'a file of any size is taken',
    file: 'uploads/reception.ts',
    text: 'if (size > this.#maxFileSize) {',
    becomes: 'if (size > this.#maxFileSize * 1e9) {',
    tests: 'uploads http/routes/upload',
  },
  {
    name: 'anybody deletes pictures',
    file: 'http/routes/images.ts',
    text: ".delete('/', requireAdmin, ",
    becomes: ".delete('/', ",
    tests: 'http/middleware',
  },
  {
    name: 'anybody empties the trash',
    file: 'http/routes/trash.ts',
    text: ".delete('/', requireAdmin, ",
    becomes: ".delete('/', ",
    tests: 'http/middleware',
  },
  {
    name: 'a change goes on after its session has ended',
    file: 'http/middleware/session.ts',
    text: 'if (!store.isLive(id))',
    becomes: 'if (id === null)',
    tests: 'http/routes/logout http/middleware',
  },
  {
    name: 'a page of another site makes changes',
    file: 'http/middleware/same-origin.ts',
    text: "throw new AppError('CROSS_ORIGIN')",
    becomes: 'void AppError',
    tests: 'http/middleware',
  },
  {
    name: 'passwords can be guessed without a pause',
    file: 'http/middleware/login-limiter.ts',
    text: 'record.failures.push(now)',
    becomes: '',
    tests: 'http/middleware',
  },
  {
    name: 'hidden files are shown',
    file: 'disk/paths.ts',
    text: "name.startsWith('.') || ",
    becomes: '',
    tests: 'disk/paths library hostile/paths',
  },
  {
    name: 'links lead out of the uploads folder',
    file: 'disk/files/verified-open.ts',
    text: '(await readlink(link)) === target',
    becomes: 'link.length > 0',
    tests: 'disk hostile',
  },
  {
    name: 'a round deals a picture twice',
    file: 'frames/round.ts',
    text: '!this.#dealt.has(image.serial) && !passedOver',
    becomes: '!passedOver',
    tests: 'frames trash',
  },
  {
    name: 'a round forgets at a restart what it has dealt',
    file: 'frames/round.ts',
    text: 'this.#unsaved?.push(image.serial)',
    becomes: '',
    tests: 'frames',
  },
  {
    name: 'new pictures do not come first',
    file: 'frames/round.ts',
    text: '(isNewFirst ? this',
    becomes: '(!isNewFirst ? this',
    tests: 'frames frames/conditions',
  },
  {
    name: 'a slot shows a frame another picture each time',
    file: 'frames/slots/slot-picker.ts',
    text: 'held?.start === slot.start',
    becomes: 'held?.start === -1',
    tests: 'frames/slot',
  },
  {
    name: 'pictures are not turned upright',
    file: 'formats/exif/exif.ts',
    text: 'value >= 1 && value <= 8 ? value : 1',
    becomes: 'value === 1 ? value : 1',
    tests: 'formats pixels',
  },
  {
    name: 'the camera date is an hour off',
    file: 'formats/exif/exif.ts',
    text: 'exists ? time / 1000 : 0',
    becomes: 'exists ? time / 1000 + 3600 : 0',
    tests: 'formats/exif',
  },
  {
    name: 'a panel gets colours without diffusion',
    file: 'pixels/palette/dither.ts',
    text: 'share.of * red',
    becomes: '0 * red',
    tests: 'pixels/palette',
  },
  {
    name: 'a picture that is restored takes a name that is taken',
    file: 'trash/restore-items.ts',
    text: 'if (names.has(name)) continue',
    becomes: '',
    tests: 'trash',
  },
  {
    name: 'a picture that is moved loses its marks',
    file: 'uploads/change-images.ts',
    text: 'await marks.copy(oldPath, newPath)',
    becomes: 'marks.get(oldPath) !== undefined',
    tests: 'uploads http/routes/marks',
  },
  {
    name: 'what one process marks, others forget',
    file: 'store/shared-table.ts',
    text: 'await this.#read()\n        const changes',
    becomes: 'const changes',
    tests: 'store/tables',
  },
  {
    name: 'a frame gets all bytes of a picture that it has',
    file: 'http/response/preconditions.ts',
    text: 'tagsIn(known).has(current.ETag)',
    becomes: 'tagsIn(known).has(current.ETag + known)',
    tests: 'http/response http/routes/files',
  },
  {
    name: 'a failure tells where the disk has the pictures',
    file: 'http/response/error-handler.ts',
    text: 'const body = {\n    success: false as const,\n    error: sentenceOf(error),',
    becomes:
      'const body = {\n    success: false as const,\n    error: sentenceOf(error) + String(error.cause),',
    tests: 'http/response hostile',
  },
  {
    name: 'a picture that was cut off counts as whole',
    file: 'library/checkup/checkup.ts',
    text: 'else state.found.set(stamp, { name, stamp, ...look.problem })',
    becomes: '',
    tests: 'library/checkup',
  },
  {
    name: 'damaged lines of a table are read',
    file: 'lib/checked-lines.ts',
    text: '!line.subarray(0, 9).equals(Buffer.from(`${checksum(text)} `))',
    becomes: 'line.length < 9',
    tests: 'lib disk trash',
  },
]

const project = resolve(import.meta.dir, '../..')
const words = process.argv.slice(2)

await using copy = await temporaryFolder()
const listed = await Bun.$`git ls-files --cached --others --exclude-standard`.cwd(project).text()
for (const path of listed.trim().split('\n')) {
  if (await Bun.file(join(project, path)).exists())
    await cp(join(project, path), join(copy.path, path))
}
await symlink(join(project, 'node_modules'), join(copy.path, 'node_modules'))

/** Whether some tests of the copy fail, and the first that does. */
async function failing(tests: readonly string[]): Promise<string | undefined> {
  const options = ['--parallel', '--no-isolate', '--timeout', '60000', '--bail']
  const { stdout, stderr, exitCode } = await Bun.$`bun test ${options} ${tests}`
    .cwd(copy.path)
    .nothrow()
    .quiet()
  if (exitCode === 0) return undefined
  const [test] = /^\(fail\) .*/m.exec(`${stdout}\n${stderr}`) ?? []
  if (test === undefined) throw new Error(`No test was run: ${stderr}`)
  return test
}

const missed: string[] = []
const chosen = breakages.filter(({ name }) => words.every((word) => name.includes(word)))
const parts = new Set(chosen.flatMap(({ tests }) => tests.split(' ')))
const before = await failing([...parts])
if (before !== undefined) throw new Error(`This fails though nothing is broken: ${before}`)
for (const { name, file, text, becomes, tests } of chosen) {
  const path = join(copy.path, 'src', file)
  const source = await Bun.file(path).text()
  if (source.split(text).length !== 2) throw new Error(`${file} does not hold this once: ${text}`)
  await Bun.write(
    path,
    source.replace(text, () => becomes),
  )
  const found = await failing(tests.split(' '))
  await Bun.write(path, source)
  if (found === undefined) missed.push(name)
  console.log(found === undefined ? `MISSED ${name}` : `found  ${name}: ${found}`)
}
console.log(`${chosen.length - missed.length} of ${chosen.length} found`)
process.exitCode = missed.length > 0 ? 1 : 0
