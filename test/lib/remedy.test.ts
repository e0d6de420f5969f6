import { expect, test } from 'bun:test'

test('the remedy for a folder that is refused is a command with the user, also in a container', async () => {
  const remedy = new URL('../../src/lib/remedy.ts', import.meta.url).pathname
  const script = `import { remedyFor } from '${remedy}'
    console.log(remedyFor(Object.assign(new Error(), { code: 'EACCES' }), '/srv/photos'))`
  const commandOf = async (env: Record<string, string>) => {
    await using child = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe' })
    return /sudo chown.*$/m.exec(await new Response(child.stdout).text())?.[0]
  }
  expect(await commandOf({ USER: 'photo-frame' })).toBe('sudo chown -R photo-frame: /srv/photos')
  expect(await commandOf({})).toBe(`sudo chown -R ${process.getuid?.()}: /srv/photos`)
})
