/**
 * Breaks the service in one place after the other, in a copy of the project, and says which breakages
 * the tests find: `bun test/support/mutations.ts`, or with words of those that are meant.
 * Each names the part of `npm test` that has to find it.
 */
import { cp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { temporaryFolder } from './temporary.ts'

/**
 * What is broken, in words, and the parts of the paths of tests that find it; the file, below `src`;
 * what stands there once, and what becomes of it.
 */
const breakages = String.raw`
an upload is acknowledged before its bytes are on the disk: uploads disk server/upload
--- disk/staging/staged-file.ts
-await this.#handle?.sync()

an upload is acknowledged before its name is on the disk: uploads disk server/upload
--- uploads/publisher.ts
-await syncFolder(handle)

a file of the service is renamed before its bytes are on the disk: disk
--- store/state-file.ts
-await file.sync()

an upload that fails leaves the files before: uploads
--- uploads/publisher.ts
-onFailure(() => file.withdraw(link))

what a client that is gone has sent stays in the staging folder: uploads server/upload
--- disk/staging/staged-file.ts
-, () => this.#inFolder((staged) => unlink(staged))

an upload takes the place of another picture of that name: uploads
--- disk/durable/link-or-rename.ts
-await link(from, to)
-    return true
+await rename(from, to)
+    return true

another picture with as many bytes counts as sent before: uploads
--- disk/staging/staged-file.ts
-if (a !== b || !first.subarray(0, a).equals(second.subarray(0, b))) return false

a start leaves what the last process had received: uploads frames/restart server/upload
--- disk/staging/staging.ts
-await ifThere(file, remove).catch(onError)
+void remove

a file of any size is taken: uploads http/operations/upload
--- uploads/reception.ts
-if (size > maxFileSize) {
+if (size > maxFileSize * 1e9) {

anybody deletes pictures: http/middleware
--- http/operations/images.ts
-.add('DELETE /api/images', {
+.add('DELETE /api/images', {
+      who: 'anybody',

anybody empties the trash: http/middleware
--- http/operations/trash.ts
-.add('DELETE /api/trash', {
+.add('DELETE /api/trash', {
+      who: 'anybody',

a change goes on after its session has ended: http/operations/logout http/middleware
--- http/middleware/session.ts
-if (!store.isLive(id))
+if (id === null)

a page of another site makes changes: http/middleware
--- http/middleware/own-hosts.ts
-if (!(await isOfLiveProgram)) throw new AppError('CROSS_ORIGIN')
+await isOfLiveProgram

passwords can be guessed without a pause: http/middleware
--- http/middleware/login-limiter.ts
-record.failures.push(now)

hidden files are shown: disk/paths library hostile/paths
--- disk/paths.ts
-name.startsWith('.') ||

links lead out of the uploads folder: disk hostile
--- disk/files/verified-open.ts
-(await readlink(handlePath(handle))) === target
+handle.fd > 0

a round deals a picture twice: frames trash
--- frames/round.ts
-!this.#hasDealt(image.serial) && !heldBack
+!heldBack

a round forgets at a restart what it has dealt: frames
--- frames/round.ts
-this.#unsaved?.push(image.serial)

new pictures do not come first: frames frames/conditions
--- frames/round.ts
-(isNewFirst ? this
+(!isNewFirst ? this

a slot shows a frame another picture each time: frames/slot
--- frames/slots/slot-picker.ts
-held?.start === slot.start
+held?.start === -1

pictures are not turned upright: formats pixels
--- formats/exif/exif.ts
-value >= 1 && value <= 8 ? value : 1
+value === 1 ? value : 1

the camera date is an hour off: formats/exif
--- formats/exif/exif.ts
-exists ? time / 1000 : 0
+exists ? time / 1000 + 3600 : 0

a panel gets colours without diffusion: pixels/palette
--- pixels/palette/dither.ts
-share.of * red
+0 * red

a picture that is restored takes a name that is taken: trash
--- uploads/relocate.ts
-if (taken.has(name)) continue

a picture that is moved loses its marks: uploads http/operations/marks
--- uploads/relocate.ts
-await mark(relocations)

what one process marks, others forget: store/tables
--- store/table.ts
-if (lock !== undefined) await this.#read()
+void lock

a frame gets all bytes of a picture that it has: http/response http/operations/files
--- http/response/preconditions.ts
-tagsIn(known).has(current.ETag)
+tagsIn(known).has(current.ETag + known)

a failure tells where the disk has the pictures: http/response hostile
--- http/response/error-handler.ts
-const body = {
-    success: false as const,
-    error: sentenceOf(error),
+const body = {
+    success: false as const,
+    error: sentenceOf(error) + String(error.cause),

a picture that was cut off counts as whole: library/checkup
--- library/checkup/checkup.ts
-else state.found.set(stamp, { name, stamp, ...look.problem })

damaged lines of a table are read: lib disk trash
--- lib/checked-lines.ts
-!line.subarray(0, 9).equals(
+line.length < 9 && !line.subarray(0, 9).equals(
`
  .trim()
  .split('\n\n')
  .map((block) => {
    const [title = '', file = '', ...lines] = block.split('\n')
    const [name = '', tests = ''] = title.split(': ')
    const of = (sign: string) =>
      lines.flatMap((line) => (line.startsWith(sign) ? line.slice(1) : [])).join('\n')
    return { name, tests, file: file.slice('--- '.length), text: of('-'), becomes: of('+') }
  })

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
