import { readConfig } from '../config.ts'
import { reachableHosts } from '../lib/network-addresses.ts'
import { CommandError, type Command } from './command.ts'

/** How long a service may take to answer, in milliseconds. */
const longest = 5000

/** `photo-frame health`: asks this machine's service with the same settings, as containers do. */
export const healthCommand: Command = {
  run: async ({ environment, stdout }) => {
    const { host, port } = readConfig(environment)
    // What listens on all addresses is asked by the machine's own.
    const [name] = reachableHosts(host, () => ({}))
    const address = `http://${name}:${port}`
    const failure = await failureOf(`${address}/api/health`)
    if (failure !== undefined) throw new CommandError(`${address} gives no answer: ${failure}`)
    stdout.write(`${address} is healthy.\n`)
    return 0
  },
}

/** Gives the reason why a URL can't be read. Not by `fetch`, which would ask a proxy. */
const failureOf = (url: string) =>
  new Promise<string | undefined>((resolve) => {
    // An import would make the executable 0.9 MB larger.
    const { get } = process.getBuiltinModule('node:http')
    const request = get(url, { signal: AbortSignal.timeout(longest) }, ({ statusCode }) => {
      resolve(statusCode === 200 ? undefined : `status ${statusCode}`)
      request.destroy()
    })
    request.on('error', ({ message }) => resolve(message))
  })
