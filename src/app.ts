import { Hono } from 'hono'
import type { ApplyGlobalResponse } from 'hono/client'
import { cors } from 'hono/cors'
import type { Endpoint, ExtractSchema } from 'hono/types'
import type { MonotonicClock, Sleep } from './lib/clock.ts'
import type { Collection } from './collection/collection.ts'
import type { Config } from './config.ts'
import { adminPageRoutes, type AdminPage } from './http/routes/pages/admin-page.ts'
import { guestPageRoutes, type GuestPage } from './http/routes/pages/guest-page.ts'
import { adminRoutes } from './http/routes/admin.ts'
import { framesRoutes } from './http/routes/frames.ts'
import { authRoutes } from './http/routes/auth.ts'
import { sameOrigin } from './http/middleware/same-origin.ts'
import { outerFetch } from './http/middleware/outer-fetch.ts'
import { docsRoutes } from './http/routes/pages/docs.ts'
import { errorHandler } from './http/response/error-handler.ts'
import { pathOf, type AppEnvironment } from './http/request/connection.ts'
import type { Failure, FailureStatus, FailureWith } from './http/response/failures.ts'
import { fileRoutes } from './http/routes/files.ts'
import { folderRoutes } from './http/routes/folders.ts'
import { withSecurityHeaders } from './http/response/headers.ts'
import { imageRoutes } from './http/routes/images.ts'
import { invitationRoutes } from './http/routes/invitations.ts'
import { Guests, requireGuest, requireUploader } from './http/middleware/guests.ts'
import { OwnHosts } from './http/middleware/own-hosts.ts'
import { publicPaths, unroutedHandler } from './http/response/unrouted.ts'
import { addressRoutes, healthRoutes, tagRoutes } from './http/routes/service.ts'
import { slideshowRoutes } from './http/routes/pages/slideshow.ts'
import type { CheckPassword } from './http/middleware/password.ts'
import { logRequests } from './http/middleware/request-log.ts'
import { randomRoutes } from './http/routes/random.ts'
import { LoginAttempts } from './http/middleware/login-attempts.ts'
import { requireAdmin } from './http/middleware/admin.ts'
import { Programs } from './http/middleware/programs.ts'
import { requireSession } from './http/middleware/session.ts'
import { SessionStore } from './http/middleware/session-store.ts'
import { allOperations } from './http/operations/all.ts'
import { mount } from './http/operations/operation.ts'
import { trashRoutes } from './http/routes/trash.ts'
import { trmnlRoutes } from './http/routes/trmnl.ts'
import { uploadRoutes } from './http/routes/upload.ts'
import { describeError, type Log } from './log.ts'

export interface AppDependencies {
  config: Pick<
    Config,
    'host' | 'maxFileSize' | 'trashDays' | 'trustProxy' | 'trmnlConditions' | 'logLevel'
  >
  collection: Collection
  checkPassword: CheckPassword
  /** Makes the slideshow page, HTML, in the first of these languages that there is. */
  makePage: (wanted: readonly string[]) => Promise<string>
  /** Makes the admin page. */
  readAdminPage: () => Promise<AdminPage>
  guestPage: GuestPage
  clock: MonotonicClock
  sleep: Sleep
  log: Log
}

/** The whole service as one app: middleware in order, then the routes. */
export function createApp(dependencies: AppDependencies) {
  const { config, collection, checkPassword, makePage, readAdminPage, guestPage } = dependencies
  const { clock, sleep, log } = dependencies
  const onHostError = (error: unknown) =>
    log('error', `an address is not remembered: ${describeError(error)}`)
  const names = () => collection.hosts
  const hosts = new OwnHosts({ names, onError: onHostError })
  const store = new SessionStore({
    hosts,
    remembered: () => collection.sessions,
    clock: collection.clock,
    onError: (error) => log('error', `a session is not remembered: ${describeError(error)}`),
  })
  const attempts = new LoginAttempts({ checkPassword, clock, sleep, log })
  const programs = new Programs({
    tokens: () => collection.tokens,
    attempts,
    clock: collection.clock,
    onError: (error) => log('error', `the use of a token is not noted: ${describeError(error)}`),
  })
  const admin = requireAdmin(store, programs)
  const guests = new Guests({ collection, hosts, clock, sleep })
  const operations = allOperations({ ...dependencies, store, attempts, programs, guests, hosts })
  const app = new Hono<AppEnvironment>({ getPath: pathOf })
  const onError = errorHandler(log)
  app.onError(onError)
  const notFound = unroutedHandler(() => app.routes, onError)
  app.notFound(notFound)
  if (config.logLevel === 'debug') app.use(logRequests(log, clock))
  for (const path of publicPaths) {
    app.options(path, withSecurityHeaders, cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }))
  }
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', sameOrigin(programs))
  const hasDecoder = collection.decoder !== undefined
  const adminPage = { ...config, readPage: readAdminPage, hasDecoder, sessions: store }
  app.route('/admin', adminPageRoutes(adminPage))
  app.route('/add', guestPageRoutes({ ...config, page: guestPage, guests, hasDecoder }))
  app.route('/api', trmnlRoutes(collection, config.trmnlConditions))
  mount(app, operations.list, {
    admin,
    session: requireSession(store),
    uploader: requireUploader(admin, guests),
    guest: requireGuest(guests),
  })
  const routed = app
    .route('/api/auth', authRoutes(store, attempts))
    .route('/api/admin', adminRoutes(collection, admin, config.maxFileSize))
    .route('/api/health', healthRoutes(collection))
    .route('/api/address', addressRoutes(config.host))
    .route('/api/tags', tagRoutes(collection))
    .route('/api/folders', folderRoutes(collection, admin))
    .route('/api/images/random', randomRoutes(collection))
    .route('/api/images', imageRoutes(collection, admin))
    .route('/api/frames', framesRoutes(collection, admin, { ...config, guestPage, hosts }))
    .route('/api/trash', trashRoutes(collection, admin))
    .route('/api/invitations', invitationRoutes(collection, admin, guests, config.maxFileSize))
    .route('/api/upload', uploadRoutes(collection, admin, guests))
    .route('/uploads', fileRoutes(collection))
    .route('/api', docsRoutes(operations.list))
    .route('/', slideshowRoutes(makePage))
  routed.fetch = outerFetch(routed, { trustProxy: config.trustProxy, notFound, onError })
  return { app: routed, operations: operations.list }
}

export type App = ReturnType<typeof createApp>['app']

type Routes = ExtractSchema<App> & ReturnType<typeof allOperations>['known']

/** The routes as a client addresses them: it puts the path of an image, percent-encoded, into one segment. */
type ClientSchema = Omit<Routes, '/uploads/*'> & {
  '/uploads/:path': { $get: WithPath<Routes['/uploads/*']['$get']> }
}

type WithPath<Route extends Endpoint> = Route extends Endpoint
  ? Omit<Route, 'input'> & { input: Route['input'] & { param: { path: string } } }
  : never

/**
 * What a typed client (`hc<AppType>()`) knows of the routes: the answers of each, and the failures
 * that any of them may give, by status. Where `success` of a body is false, it is a `Failure`.
 */
export type AppType = ApplyGlobalResponse<
  Hono<AppEnvironment, ClientSchema>,
  { [Status in FailureStatus]: { json: FailureWith<Status> } }
>

export type { Failure }
