import { describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lacks } from '../support/programs.ts'
import { operating, readme } from '../support/documents.ts'
import { temporaryFolder } from '../support/temporary.ts'

const project = resolve(import.meta.dir, '../..')
const unit = await readFile(join(project, 'src/packages/photo-frame.service'), 'utf8')

/** Runs systemd-analyze on the unit, with a program that exists on this machine. */
async function analyze(words: string[], text = unit) {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'photo-frame.service')
  await writeFile(path, text.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`))
  await using child = Bun.spawn(['systemd-analyze', ...words, path], { stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { stdout, stderr, status: await child.exited }
}

describe.skipIf(lacks('systemd'))('the systemd unit', () => {
  test('is valid for systemd', async () => {
    expect(await analyze(['verify', '--man=no'])).toEqual({ stdout: '', stderr: '', status: 0 })
  })

  test('takes from the service what it does not need', async () => {
    // Of 100. The service needs the network and part of /proc, and the decoder two namespaces.
    const serviceAlone = unit.replace(/^RestrictNamespaces=.*$/m, 'RestrictNamespaces=yes')
    for (const [text, bound] of [
      [serviceAlone, 14],
      [unit, 17],
    ] as const) {
      const words = ['security', '--offline=yes', `--threshold=${bound}`]
      const { status, stdout } = await analyze(words, text)
      expect({ status, stdout: status === 0 ? '' : stdout }).toEqual({ status: 0, stdout: '' })
    }
  })
})

test('the lines to install it put things where the unit looks for them', () => {
  const [, program = ''] = /^ExecStart=(\S+)$/m.exec(unit) ?? []
  const [, settings = ''] = /^EnvironmentFile=(\S+)$/m.exec(unit) ?? []
  const [, pictures = ''] = /^Environment=UPLOADS_DIR=(\S+)$/m.exec(unit) ?? []
  const [, user = ''] = /^User=(\S+)$/m.exec(unit) ?? []
  expect(operating).toContain(`sudo install -m 755 photo-frame ${program}\n`)
  expect(operating).toContain(`sudo install -m 600 /dev/null ${settings}\n`)
  expect(operating).toContain(`sudo install -d -o ${user} -g ${user} -m 2770 ${pictures}\n`)
  expect(operating).toMatch(new RegExp(`^sudo useradd --system .* ${user}$`, 'm'))
  expect(unit).toContain(`\nReadWritePaths=-${pictures}\n`)
})

test('a copy by a member of the group can be changed by the service, and the other way round', () => {
  expect(readme).toMatch(/^sudo usermod -aG photo-frame /m)
  expect(readme).toMatch(/^rsync .*--chmod=D2770,F660 .*:\/srv\/photos\/ /m)
  expect(unit).toContain('\nUMask=0007\n')
})

test('the service is ended before it takes the whole machine, and leaves no core dump', () => {
  for (const line of ['MemoryMax=75%', 'OOMScoreAdjust=500', 'LimitCORE=0']) {
    expect(unit).toContain(`\n${line}\n`)
  }
})

test('a decoder of HEIC may be cut off from the network, and gets no other namespace', () => {
  expect(unit).toMatch(/^RestrictNamespaces=user net$/m)
  // By a filter of system calls that leaves these out, a decoder could not be isolated or limited.
  const [, removed = ''] = /^SystemCallFilter=~(.*)$/m.exec(unit) ?? []
  expect(removed.split(' ').toSorted()).toEqual(['@privileged', '@resources'])
})

test('the service starts without its disk or its folder', () => {
  for (const text of [unit, readme, operating]) {
    expect(text).not.toMatch(/^(Requires|RequiresMountsFor|BindsTo|Requisite)=/m)
    expect(text).not.toMatch(/^ReadWritePaths=[^-]/m)
  }
})
