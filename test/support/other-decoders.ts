import { join } from 'node:path'
import { temporaryFolder } from './temporary.ts'

/** Runs a program on files and gives what it prints; fails with what it complains of. */
async function ask(
  contents: readonly Uint8Array[],
  command: (paths: string[]) => string[],
): Promise<Buffer> {
  await using folder = await temporaryFolder()
  const paths = contents.map((_, index) => join(folder.path, `picture-${index}`))
  for (const [index, path] of paths.entries()) await Bun.write(path, contents[index] ?? '')
  const process = Bun.spawn(command(paths), { stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([process.stdout.bytes(), process.stderr.text()])
  if ((await process.exited) !== 0) throw new Error(`${complaint}${Buffer.from(output).toString()}`)
  return Buffer.from(output)
}

/** What ImageMagick says of each file, by its format letters: `%m` its format, `%w` its width. */
export const identify = async (contents: readonly Uint8Array[], format: string) =>
  (await ask(contents, (paths) => ['identify', '-format', `${format}\n`, ...paths]))
    .toString()
    .trimEnd()
    .split('\n')

/** Gives the red, green and blue of pictures, one after the other, as ImageMagick decodes them. */
export const decodeRgb = (contents: readonly Uint8Array[]) =>
  ask(contents, (paths) => ['convert', ...paths, '-depth', '8', 'rgb:-'])

/** Gives what pngcheck says of a PNG; fails where it finds a fault. */
export const checkPng = async (content: Uint8Array) =>
  (await ask([content], (paths) => ['pngcheck', ...paths])).toString()
