import { expect, test } from 'bun:test'
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { quadrants } from '../../support/pixels.ts'
import { runToEnd, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { jpegWithXmp, xmpPacket } from '../../support/xmp.ts'

const project = resolve(import.meta.dir, '../../..')

const module = `
import { z } from 'zod'
import { condition } from './condition.ts'

export const labelled = condition({
  parameters: {
    labelled: {
      schema: z.enum(['yes']),
      takes: 'yes',
      note: { description: 'Only images that somebody gave a label.', example: 'yes' },
      label: 'Labels',
      control: { kind: 'choice', choices: { '': 'Any', yes: 'Labelled only' } },
      inWords: '{}',
    },
  },
  read: (values) =>
    values.labelled && {
      value: values.labelled,
      test: { needs: 'header', matches: ({ xmp }) => xmp.labelled === 1 },
    },
})
`

/** Copies the source, and adds a module and two rows to it. */
async function sourceWithCondition(folder: string): Promise<string> {
  for (const name of ['src', 'package.json', 'tsconfig.json']) {
    await cp(join(project, name), join(folder, name), { recursive: true })
  }
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  const edit = async (path: string, before: string, after: string) => {
    const text = await readFile(join(folder, path), 'utf8')
    expect(text).toContain(before)
    await writeFile(join(folder, path), text.replace(before, after))
  }
  const conditions = 'src/frames/conditions'
  await writeFile(join(folder, conditions, 'labelled.ts'), module)
  await edit(
    `${conditions}/registry.ts`,
    'const conditions = [',
    `import { labelled } from './labelled.ts'\nconst conditions = [labelled,`,
  )
  await edit(
    'src/formats/xmp/xmp-facts.ts',
    'const readers = {',
    `const readers = {\n  labelled: (packet: XmpPacket) =>
      readXmpText(packet, 'http://ns.adobe.com/xap/1.0/', 'Label') === undefined ? 0 : 1,`,
  )
  return join(folder, 'src/index.ts')
}

test('a condition of one module and two rows is known wherever conditions are', async () => {
  await using folder = await temporaryFolder()
  const program = [process.execPath, await sourceWithCondition(folder.path)]
  const image = await new Bun.Image(quadrants(60, 40)).jpeg().bytes()
  const files = {
    'plain.jpg': image,
    'red.jpg': jpegWithXmp(image, xmpPacket('xmp:Label="Red"')),
  }
  const env = { TRMNL_QUERY: 'labelled=yes' }
  await using service = await startServer({ files, program, env })
  const ask = (path: string, headers = {}) => fetch(`${service.url}${path}`, { headers })
  const textOf = async (path: string) => (await ask(path)).text()
  const random = async (query: string) =>
    JSON.parse(await textOf(`/api/images/random?frame=hall&${query}`))

  // The facts, the match and the key: rounds of their own.
  const dealt: string[] = []
  for (let n = 0; n < 4; n += 1) {
    dealt.push((await random('labelled=yes')).data.fileName, (await random('')).data.fileName)
  }
  expect(dealt.filter((_, n) => n % 2 === 0)).toEqual(Array(4).fill('red.jpg'))
  expect(new Set(dealt.filter((_, n) => n % 2 === 1))).toEqual(new Set(['plain.jpg', 'red.jpg']))

  // The schema, and its sentence.
  expect(await random('labelled=no')).toMatchObject({
    code: 'INVALID_REQUEST',
    error: 'Give "labelled" once, as yes.',
  })
  expect(await random('labelled=yes&labelled=yes')).toMatchObject({ code: 'INVALID_REQUEST' })

  // TRMNL's template.
  const ID = '01:02:03:04:05:06'
  for (const id of [ID, '01:02:03:04:05:07', '01:02:03:04:05:08']) {
    const display = await (await ask('/api/display', { ID: id })).text()
    expect(display).toContain('/uploads/red.jpg')
  }
  const refused = await runToEnd({ TRMNL_QUERY: 'labelled=no', PORT: '0' }, [], program)
  expect(refused).toMatchObject({ status: 1 })
  expect(refused.stderr).toContain('TRMNL_QUERY="labelled=no"')

  // The document, its page, the slideshow page and the form of the family's page.
  expect(await textOf('/api/openapi.json')).toContain('"name":"labelled","in":"query"')
  expect(await textOf('/api/docs')).toContain('Only images that somebody gave a label.')
  expect(await textOf('/')).toMatch(/\blabelled\b/)
  expect(await textOf('/admin/admin.js')).toMatch(/\blabelled\b/)
  expect(await textOf('/admin/languages/en.js')).toContain('Labelled only')
}, 60_000)

test('every module of a condition is in the registry', async () => {
  const folder = join(project, 'src/frames/conditions')
  const registry = await readFile(join(folder, 'registry.ts'), 'utf8')
  const modules = await readdir(folder)
  const declaring: string[] = []
  for (const name of modules) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const [, exported] of text.matchAll(/^export const (\w+) = condition\(/gm)) {
      declaring.push(exported ?? '')
    }
  }
  const rows = /const conditions = \[([^\]]*)\]/.exec(registry)?.[1]?.match(/\w+/g) ?? []
  expect(rows.toSorted()).toEqual(declaring.toSorted())
})
