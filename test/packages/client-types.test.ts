import { expect, setDefaultTimeout, test } from 'bun:test'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeDocument } from '../../src/http/openapi/document.ts'
import { writeClientTypes } from '../../src/packages/client-types.ts'
import { temporaryFolder } from '../support/temporary.ts'

setDefaultTimeout(120_000)

const project = resolve(import.meta.dir, '../..')

/** What a page does with the service; a line after `@ts-expect-error` must not compile. */
const page = `
import { hc } from 'hono/client'
import type { AppType, Failure, FolderListing } from './client'

const { api, uploads } = hc<AppType>('http://frame.local')

export async function list(path: string): Promise<FolderListing | string> {
  const body = await (await api.folders.$get({ query: { path } })).json()
  return body.success ? body.data : body.error
}

export async function next(): Promise<string | Failure['code']> {
  const answer = await api.images.random.$get({ query: { frame: 'hall', folder: ['a', 'b'], width: '800' } })
  const body = await answer.json()
  return body.success ? body.data.metadata.dimensions.width + body.data.url : body.code
}

export async function send(files: File[]): Promise<number | string[]> {
  const body = await (await api.upload.$post({ form: { files, folder: '2024' } })).json()
  if (body.success) return body.data.totalFiles
  return body.code === 'INVALID_FILE_TYPE' ? body.details.files.map(({ fileName }) => fileName) : []
}

export async function show(path: string): Promise<Blob> {
  return (await uploads[':path'].$get({ param: { path }, query: { width: '800' } })).blob()
}

// @ts-expect-error a size is text in a query
void api.images.random.$get({ query: { width: 800 } })
// @ts-expect-error a password is required
void api.auth.login.$post({ json: {} })
// @ts-expect-error there is no such format
void api.images.random.$get({ query: { format: 'gif' } })
// @ts-expect-error no such route
void api.nothing
`

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    lib: ['ESNext', 'DOM'],
    types: [],
    module: 'Preserve',
    moduleResolution: 'bundler',
  },
  include: ['.'],
}

test("a web project compiles against the client's types, without Bun's and the service's", async () => {
  await using folder = await temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  await Bun.write(at('client.d.ts'), writeClientTypes(makeDocument()))
  await Bun.write(at('page.ts'), page)
  await Bun.write(at('tsconfig.json'), JSON.stringify(settings))
  await Bun.write(at('node_modules/.keep'), '')
  await symlink(join(project, 'node_modules/hono'), at('node_modules/hono'))
  await using check = Bun.spawn([process.execPath, 'check'], {
    cwd: folder.path,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = await Promise.all([check.stdout.text(), check.stderr.text()])
  expect(output.join('')).toContain('No type errors')
  expect(await check.exited).toBe(0)
})
