import { z } from 'zod'
import { createApp } from './app.ts'
import { Collection } from './collection/collection.ts'
import { UnusableFolderError } from './disk/mount/open-folder.ts'
import { findDecoder } from './disk/processes/system-decoder.ts'
import { systemCode } from './lib/system/system-error.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { isPasswordHash, keyMaker, passwordChecker } from './http/middleware/password.ts'
import { once } from './lib/once.ts'
import { remedyFor } from './lib/remedy.ts'
import { serviceManager } from './lib/system/service-manager.ts'
import { createLog, describeError, type Log } from './log.ts'
import { readAdminPage } from './pages/read-admin-page.ts'
import { guestPage } from './pages/read-guest-page.ts'
import { readSlideshow } from './pages/read-slideshow.ts'
import { listen, type RunningServer } from './server.ts'
import { reportMs, reportStart, type Notify } from './start-report.ts'
import { describeReason } from './troubles.ts'

/**
 * How long after a signal requests in flight are cut off and the process ends, in milliseconds:
 * systems that stop a service kill it after 10 s (Docker).
 */
const stopMs = { requests: 6000, all: 8500 }

/** Passwords with fewer characters are warned about. */
const safeLength = 8

/** A start that failed for a reason that the user can correct. */
class StartError extends Error {}

async function start(notify: Notify): Promise<void> {
  setInterval(() => notify('WATCHDOG=1'), reportMs)
  // Compiling a schema takes longer than it saves where most read one value in the process' life.
  z.config({ jitless: true })
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, Date.now, (line) => console.log(line))
  // Listens first: a second start on the same port by mistake must not touch the uploads folder. But
  // behind a proxy it listens last, since a balancer has other processes answer until then.
  const early = config.trustProxy ? undefined : tryToListen(config, log)
  const pages = `${import.meta.dir}/pages`
  const readPage = once(() => readSlideshow(pages))
  const collection = await openCollection(config, log)
  const password = config.adminPassword ?? generatePassword()
  const checkPassword = passwordChecker(password)
  const { app } = createApp({
    config,
    collection,
    checkPassword,
    makePage: async (wanted) => (await readPage())(wanted),
    readAdminPage: () => readAdminPage(pages),
    guestPage: guestPage(pages),
    clock: () => performance.now(),
    sleep: Bun.sleep,
    log,
  })
  const server = early ?? tryToListen(config, log)
  server.serve(app)
  stopOnSignals(server, collection, log)
  if (config.adminPassword === undefined) {
    console.error(`ADMIN_PASSWORD is not set. For this run it is: ${password}`)
  }
  reportStart(server, collection, config, { log, notify })
  if (password.length < safeLength && !isPasswordHash(password)) {
    log('warn', `ADMIN_PASSWORD can be guessed: it has fewer than ${safeLength} characters`)
  }
}

function stopOnSignals(server: RunningServer, collection: Collection, log: Log): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log('info', `${signal}: stopping`)
    // A disk that does not answer must not keep the process.
    const end = Bun.sleep(stopMs.all)
    await server.stop(stopMs.requests)
    const closed = collection.close().catch((error: unknown) => log('error', describeError(error)))
    await Promise.race([closed, end])
    log('info', 'stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

async function openCollection(config: Config, log: Log): Promise<Collection> {
  const { adminPassword, ...settings } = config
  try {
    return await Collection.open({
      ...settings,
      decoder: findDecoder(config.heifDecoder),
      makeSessionKey: adminPassword === undefined ? undefined : keyMaker(adminPassword),
      clock: Date.now,
      random: Math.random,
      onError: (error) => log('error', describeError(error)),
      onNotice: (notice) => log('warn', notice),
    })
  } catch (error) {
    if (error instanceof UnusableFolderError) throw new StartError(error.message)
    const reason = `${describeReason(error)}. ${remedyFor(error, config.uploadsDir)}`.trim()
    throw new StartError(`The uploads folder ${config.uploadsDir} can't be used: ${reason}`)
  }
}

function tryToListen(config: Config, log: Log): RunningServer {
  const { host, port } = config
  try {
    return listen(config, log)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is taken, perhaps by this service itself, running already ` +
          `(sudo ss -tlnp 'sport = ${port}' names the program). Stop that, or set PORT to another one.`,
      )
    }
    const remedy =
      code === 'EACCES' && port < 1024
        ? ' Ports below 1024 take a right: set PORT to 3000, or add CapabilityBoundingSet=CAP_NET_BIND_SERVICE ' +
          'and AmbientCapabilities=CAP_NET_BIND_SERVICE to the unit (sudo systemctl edit photo-frame).'
        : ' Set HOST to an address of this machine, or to 0.0.0.0 for all of them.'
    throw new StartError(`Can't listen on ${host} port ${port}: ${describeReason(error)}.${remedy}`)
  }
}

const generatePassword = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url')

/** Serves where no command is given. The commands are loaded only when one is. */
async function main(words: readonly string[], notify: Notify): Promise<void> {
  if (words.length === 0) await start(notify)
  // A start begins with code interpreted for longer, as most of it runs once.
  Bun.unsafe.setJITPolicy(1)
  if (words.length === 0) return
  const { runCommand } = await import('./commands/run-command.ts')
  const { env: environment, stdin, stdout, stderr, exit } = process
  process.exitCode = await runCommand(words, { environment, stdin, stdout, stderr, exit })
}

/** Runs what the command line says, and tells who manages the service why it could not start. */
export async function run(): Promise<void> {
  const { NOTIFY_SOCKET: socket } = process.env
  const notify = socket === undefined ? () => undefined : await serviceManager(socket)
  try {
    await main(process.argv.slice(2), notify)
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartError
    const message = expected ? error.message : `The start failed: ${describeError(error)}`
    console.error(message)
    // Shows in systemctl status until the next start, when the log above it may not.
    notify(`STATUS=${message.split('\n', 1)[0]}`)
    process.exit(1)
  }
}

// An executable starts here; `index.ts` calls `run` itself.
if (import.meta.main) void run()
