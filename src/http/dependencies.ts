import type { Collection } from '../collection/collection.ts'
import type { Config } from '../config.ts'
import type { LoginAttempts } from './middleware/login-attempts.ts'
import type { OwnHosts } from './middleware/own-hosts.ts'
import type { Programs } from './middleware/programs.ts'
import type { SessionStore } from './middleware/session-store.ts'
import type { GuestPage } from './pages/guest-page.ts'

/** What operations work with. */
export interface Dependencies {
  config: Pick<Config, 'host' | 'maxFileSize' | 'trmnlQuery'>
  collection: Collection
  store: SessionStore
  attempts: LoginAttempts
  programs: Programs
  hosts: OwnHosts
  /** Makes the slideshow page, HTML, in the first of these languages that there is. */
  makePage: (wanted: readonly string[]) => Promise<string>
  guestPage: Pick<GuestPage, 'drawCode'>
}
