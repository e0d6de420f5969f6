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
    file: 'collection/disk/staging/staged-file.ts',
    text: 'await this.#handle?.sync()',
    becomes: '',
    tests: 'collection/uploads collection/disk server/upload',
  },
  {
    name: 'an upload is acknowledged before its name is on the disk',
    file: 'collection/uploads/publisher.ts',
    text: 'await syncFolder(handle)',
    becomes: '',
    tests: 'collection/uploads collection/disk server/upload',
  },
  {
    name: 'a file of the service is renamed before its bytes are on the disk',
    file: 'collection/disk/state-file.ts',
    text: 'await file.sync()',
    becomes: '',
    tests: 'collection/disk',
  },
  {
    name: 'an upload that fails leaves the files before',
    file: 'collection/uploads/publisher.ts',
    text: 'onFailure(() => file.withdraw(link))',
    becomes: '',
    tests: 'collection/uploads',
  },
  {
    name: 'what a client that is gone has sent stays in the staging folder',
    file: 'collection/disk/staging/staged-file.ts',
    text: '() => this.#inFolder(unlink), ',
    becomes: '',
    tests: 'collection/uploads server/upload',
  },
  {
    name: 'an upload takes the place of another picture of that name',
    file: 'collection/disk/durable/link-or-rename.ts',
    text: 'await link(from, to)\n    return true',
    becomes: 'await rename(from, to)\n    return true',
    tests: 'collection/uploads',
  },
  {
    name: 'another picture with as many bytes counts as sent before',
    file: 'collection/disk/staging/staged-file.ts',
    text: 'if (a !== b || !first.subarray(0, a).equals(second.subarray(0, b))) return false',
    becomes: '',
    tests: 'collection/uploads',
  },
  {
    name: 'a start leaves what the last process had received',
    file: 'collection/disk/staging/clear-staging.ts',
    text: 'await onDisk(join(folder, name), clear).catch(onError)',
    becomes: 'void clear',
    tests: 'collection/uploads collection/shuffle/restart server/upload',
  },
  {
    name: 'a file of any size is taken',
    file: 'collection/uploads/reception.ts',
    text: 'if (size > this.#maxFileSize) {',
    becomes: 'if (size > this.#maxFileSize * 1e9) {',
    tests: 'collection/uploads http/routes/upload',
  },
  {
    name: 'anybody deletes pictures',
    file: 'http/routes/images.ts',
    text: ".delete('/', requireSession(store), ",
    becomes: ".delete('/', ",
    tests: 'http/middleware',
  },
  {
    name: 'anybody empties the trash',
    file: 'http/routes/trash.ts',
    text: ".delete('/', requireSession(store), ",
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
    file: 'collection/paths.ts',
    text: "name.startsWith('.') || ",
    becomes: '',
    tests: 'collection/paths collection/index hostile/paths',
  },
  {
    name: 'links lead out of the uploads folder',
    file: 'collection/disk/files/verified-open.ts',
    text: '(await readlink(link)) === target',
    becomes: 'link.length > 0',
    tests: 'collection/disk hostile',
  },
  {
    name: 'a round deals pictures again that came back',
    file: 'collection/shuffle/round.ts',
    text: 'const isMissed = isBack && !wasDealt',
    becomes: 'const isMissed = isBack',
    tests: 'collection/shuffle collection/trash',
  },
  {
    name: 'a round leaves out what came meanwhile',
    file: 'collection/shuffle/shuffled-round.ts',
    text: 'return at < 0 ? place : at + Math.max(place * (1 - at), Number.EPSILON)',
    becomes: 'return place + 0 * at',
    tests: 'collection/shuffle',
  },
  {
    name: 'new pictures do not come first',
    file: 'collection/shuffle/round.ts',
    text: 'const newcomer = isNewFirst ?',
    becomes: 'const newcomer = isNewFirst && passedOver.size > 1e9 ?',
    tests: 'collection/shuffle collection/conditions',
  },
  {
    name: 'a slot shows a frame another picture each time',
    file: 'collection/shuffle/slots/slot-picker.ts',
    text: 'held?.start === slot.start',
    becomes: 'held?.start === -1',
    tests: 'collection/shuffle/slot',
  },
  {
    name: 'pictures are not turned upright',
    file: 'formats/exif/exif.ts',
    text: 'value >= 1 && value <= 8 ? value : 1',
    becomes: 'value === 1 ? value : 1',
    tests: 'formats collection/renditions',
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
    file: 'collection/renditions/palette/dither.ts',
    text: 'share.of * red',
    becomes: '0 * red',
    tests: 'collection/renditions/palette',
  },
  {
    name: 'a picture that is restored takes a name that is taken',
    file: 'collection/trash/restore-items.ts',
    text: 'if (names.has(name)) continue',
    becomes: '',
    tests: 'collection/trash',
  },
  {
    name: 'a picture that is moved loses its marks',
    file: 'collection/uploads/change-images.ts',
    text: 'await marks.copy(oldPath, newPath)',
    becomes: 'marks.get(oldPath) !== undefined',
    tests: 'collection/uploads http/routes/marks',
  },
  {
    name: 'what one process marks, others forget',
    file: 'collection/disk/shared-table.ts',
    text: 'await this.#read()\n        const changes',
    becomes: 'const changes',
    tests: 'collection/disk/tables',
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
    file: 'collection/checkup/checkup.ts',
    text: 'else state.found.set(stamp, { name, stamp, ...look.problem })',
    becomes: '',
    tests: 'collection/checkup',
  },
  {
    name: 'damaged lines of a table are read',
    file: 'lib/checked-lines.ts',
    text: '!line.subarray(0, 9).equals(Buffer.from(`${checksum(text)} `))',
    becomes: 'line.length < 9',
    tests: 'lib collection/disk collection/trash',
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
