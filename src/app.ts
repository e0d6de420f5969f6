import { Hono } from 'hono'
import type { ApplyGlobalResponse } from 'hono/client'
import type { MonotonicClock, Sleep } from './lib/clock.ts'
import type { Config } from './config.ts'
import type { Dependencies } from './http/dependencies.ts'
import { adminPageRoutes, type AdminPage } from './http/pages/admin-page.ts'
import { guestPageRoutes, type GuestPage } from './http/pages/guest-page.ts'
import { errorHandler, unroutedHandler } from './http/response/error-handler.ts'
import { pathOf } from './http/request/client.ts'
import type { AppEnvironment } from './http/request/connection.ts'
import type { Failure, FailureStatus, FailureWith } from './http/response/failures.ts'
import { Guests, requireGuest, requireUploader } from './http/middleware/guests.ts'
import { OwnHosts, sameOrigin } from './http/middleware/own-hosts.ts'
import type { CheckPassword } from './http/middleware/password.ts'
import { uploadLimits } from './http/response/page-file.ts'
import { logRequests } from './http/middleware/request-log.ts'
import { LoginAttempts } from './http/middleware/login-attempts.ts'
import { Programs } from './http/middleware/programs.ts'
import { requireAdmin, requireSession } from './http/middleware/session.ts'
import { SessionStore } from './http/middleware/session-store.ts'
import { allOperations } from './http/operations/all.ts'
import { mount, outerFetch } from './http/mount.ts'
import { describeError, type Log } from './log.ts'

export interface AppDependencies extends Pick<Dependencies, 'collection' | 'makePage'> {
  config: Pick<
    Config,
    'host' | 'maxFileSize' | 'trashDays' | 'trustProxy' | 'trmnlQuery' | 'logLevel'
  >
  checkPassword: CheckPassword
  /** Makes the admin page. */
  readAdminPage: () => Promise<AdminPage>
  guestPage: GuestPage
  clock: MonotonicClock
  sleep: Sleep
  log: Log
}

/** The whole service as one app: middleware in order, then the routes. */
export function createApp(dependencies: AppDependencies) {
  const { config, collection, checkPassword, readAdminPage, guestPage } = dependencies
  const { clock, sleep, log } = dependencies
  /** Says when something was noted, and logs why it was not. */
  const noting = (what: string) => ({
    clock: collection.parts.clock,
    onError: (error: unknown) => log('error', `${what}: ${describeError(error)}`),
  })
  const names = () => collection.parts.hosts
  const hosts = new OwnHosts({ names, ...noting('an address is not remembered') })
  const remembered = () => collection.parts.sessions
  const store = new SessionStore({ remembered, ...noting('a session is not remembered') })
  const attempts = new LoginAttempts({ checkPassword, clock, sleep, log })
  const tokens = () => collection.parts.tokens
  const programs = new Programs({ tokens, attempts, ...noting('the use of a token is not noted') })
  const session = requireSession(store, hosts)
  const admin = requireAdmin(session, programs)
  const guests = new Guests({ collection, hosts, clock, sleep })
  const { list } = allOperations({ ...dependencies, store, attempts, programs, hosts })
  const app = new Hono<AppEnvironment>({ getPath: pathOf })
  const onError = errorHandler(log, list)
  app.onError(onError)
  const notFound = unroutedHandler(app.router, onError)
  app.notFound(notFound)
  if (config.logLevel === 'debug') app.use(logRequests(log, clock))
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', sameOrigin(programs))
  const limits = uploadLimits(config.maxFileSize, collection.parts.decoder !== undefined)
  const adminPage = { ...config, readPage: readAdminPage, limits, sessions: store }
  app.route('/admin', adminPageRoutes(adminPage))
  app.route('/add', guestPageRoutes({ page: guestPage, guests, limits }))
  mount(app, list, {
    admin,
    session,
    uploader: requireUploader(admin, guests),
    guest: requireGuest(guests),
  })
  app.fetch = outerFetch(app, { trustProxy: config.trustProxy, notFound, onError })
  return { app, operations: list }
}

export type App = ReturnType<typeof createApp>['app']

/**
 * What a typed client (`hc<AppType>()`) knows of the routes: the answers of each, and the failures
 * that any of them may give, by status. Where `success` of a body is false, it is a `Failure`.
 */
export type AppType = ApplyGlobalResponse<
  Hono<AppEnvironment, ReturnType<typeof allOperations>['known']>,
  { [Status in FailureStatus]: { json: FailureWith<Status> } }
>

export type { Failure }
