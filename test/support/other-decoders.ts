import { join } from 'node:path'
import { temporaryFolder } from './temporary.ts'

/** Runs a program on a file and gives what it prints; fails with what it complains of. */
async function ask(content: Uint8Array, command: (path: string) => string[]): Promise<Buffer> {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'picture')
  await Bun.write(path, content)
  const process = Bun.spawn(command(path), { stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([process.stdout.bytes(), process.stderr.text()])
  if ((await process.exited) !== 0) throw new Error(`${complaint}${Buffer.from(output).toString()}`)
  return Buffer.from(output)
}

/** What ImageMagick says of a file, by its format letters: `%m` its format, `%w` its width. */
export const identify = async (content: Uint8Array, format: string) =>
  (await ask(content, (path) => ['identify', '-format', format, path])).toString()

/** Gives a picture's red, green and blue, row by row, as ImageMagick decodes it. */
export const decodeRgb = (content: Uint8Array) =>
  ask(content, (path) => ['convert', path, '-depth', '8', 'rgb:-'])

/** Gives what pngcheck says of a PNG; fails where it finds a fault. */
export const checkPng = async (content: Uint8Array) =>
  (await ask(content, (path) => ['pngcheck', path])).toString()
