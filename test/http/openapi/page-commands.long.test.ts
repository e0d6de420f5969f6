import { expect, test } from 'bun:test'
import { commandsOf } from '../../../src/http/openapi/docs-commands.ts'
import { picture } from '../../support/pictures.ts'
import { lacks } from '../../support/programs.ts'
import { startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { operations } from './operations.ts'

test.skipIf(lacks('httpie'))(
  'the service takes each line as it is written',
  async () => {
    await using service = await startServer({ env: { ADMIN_PASSWORD: 'correct horse' } })
    await using folder = await temporaryFolder()
    await Bun.write(`${folder.path}/beach.jpg`, picture('beach'))
    const { port } = new URL(service.url)
    const run = async (line: string) => {
      const words = line
        .replace('localhost:3000', `localhost:${port}`)
        .replace(' :3000', ` :${port}`)
        .replace(/^curl/, 'curl --silent --fail')
        .replace(/^http/, 'http --ignore-stdin --check-status')
      const env = { ...process.env, HOME: folder.path, HTTPIE_CONFIG_DIR: folder.path }
      const output = { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const
      return await Bun.spawn(['sh', '-c', words], { cwd: folder.path, env, ...output }).exited
    }
    const ids = [
      'logIn',
      'uploadImages',
      'createFolder',
      'rotateImages',
      'imageFacts',
      'steerFrame',
    ]
    for (const id of [...ids, 'displayImage', 'sendImage', 'deleteFolder']) {
      const found = operations.find(({ operation }) => operation.operationId === id)
      for (const line of found === undefined ? [] : commandsOf(found)) {
        // The folder is gone by then, which HTTPie tells as it does every status from 400 to 499.
        const isGone = id === 'deleteFolder' && line.startsWith('http')
        expect([line, await run(line)]).toEqual([line, isGone ? 4 : 0])
      }
    }
  },
  120_000,
)
