import { expect, setDefaultTimeout, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { devDependencies } from '../../../package.json' with { type: 'json' }
import { commandLine } from '../../support/documents.ts'
import { noise } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'

setDefaultTimeout(120_000)

const project = resolve(import.meta.dir, '../../..')
const [command = ''] = /^npx @redocly\/cli@[^]*?photo-frame\.ts$/m.exec(commandLine) ?? []

/** What a page does with the service; a line after `@ts-expect-error` must not compile. */
const page = `
import { ApiError, dealImage, listFolder, sendImage, uploadImages } from './photo-frame'

export async function next(): Promise<string> {
  const query = { frame: 'hall', folder: ['a', 'b'], width: 800 }
  const { data } = await dealImage({ query })
  return data.url
}

export async function show(path: string): Promise<number> {
  return (await sendImage({ path: { path }, query: { width: 8 } })).size
}

export async function send(files: File[]): Promise<number | string> {
  try {
    const { data } = await uploadImages({ body: { files, folder: '2024' } })
    return data.totalFiles
  } catch (error) {
    return error instanceof ApiError ? error.status : 'no answer'
  }
}

async function notTyped() {
  // @ts-expect-error a size is a number
  await dealImage({ query: { width: 'large' } })
  // @ts-expect-error files are required
  await uploadImages({ body: {} })
  // @ts-expect-error there is no such format
  await dealImage({ query: { format: 'gif' } })
}
void notTyped

const { data } = await listFolder({ query: { path: 'a' } })
const name = data.images[0]?.name ?? ''
const sent = await send([new File(['x'], 'x.jpg')])
console.log(JSON.stringify([name, await next(), (await show('a/' + name)) > 0, sent]))
`

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ESNext',
    lib: ['ESNext', 'DOM'],
    types: [],
    module: 'Preserve',
    moduleResolution: 'bundler',
  },
  include: ['.'],
}

test('the documented command writes a client that compiles and works', async () => {
  await using service = await startServer({ files: { 'a/beach.png': noise(60, 40, 1) } })
  await using folder = await temporaryFolder()
  const run = async (words: string[]) => {
    await using child = Bun.spawn(words, {
      cwd: folder.path,
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const output = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { output: output.join(''), status: await child.exited }
  }
  const named = `npx @redocly/cli@${devDependencies['@redocly/cli']} `
  expect(command).toStartWith(named)
  const typed = command
    .replace(named, `${join(project, 'node_modules/.bin/redocly')} `)
    .replaceAll('http://192.168.1.20:3000', service.url)
  expect(await run(['sh', '-c', typed])).toMatchObject({ status: 0 })
  await Bun.write(join(folder.path, 'page.ts'), page)
  await Bun.write(join(folder.path, 'tsconfig.json'), JSON.stringify(settings))
  const checked = await run([process.execPath, 'check'])
  expect(checked.output).toContain('No type errors')
  const { output } = await run([process.execPath, 'page.ts'])
  expect(JSON.parse(output)).toEqual(['beach.png', '/uploads/a/beach.png?width=800', true, 401])
})
