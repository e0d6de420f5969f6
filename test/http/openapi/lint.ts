/** Lints the API document with Redocly's rules, and ends with the linter's status. */
import { join } from 'node:path'
import { temporaryFolder } from '../../support/temporary.ts'
import { document } from './operations.ts'

await using folder = await temporaryFolder()
const path = join(folder.path, 'openapi.json')
await Bun.write(path, JSON.stringify(document, null, 2))
const linter = Bun.spawn(['redocly', 'lint', '--config', '.redocly.yaml', path], {
  cwd: new URL('../../..', import.meta.url).pathname,
  // It would ask the network for a newer version of itself, and report that it ran.
  env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
  stdout: 'inherit',
  stderr: 'inherit',
})
process.exitCode = await linter.exited
