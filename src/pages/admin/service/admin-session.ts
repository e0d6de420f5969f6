import { Store } from '../lib/store.ts'
import { api, dataOf } from './api.ts'
import { ApiError, sentenceOf } from './api-error.ts'

/** How long to wait before asking a service again that does not answer, in milliseconds. */
const checkAgainMs = 3000

/** What a person logs in with. */
interface SavedLogin {
  password: string
  /** Whether the session outlives a restart of the service, and of the browser. */
  remember: boolean
}

/**
 * Knows whether somebody is logged in, and logs in again when a session has ended. The password is
 * kept in the memory of the page only: a service that was restarted has forgotten its sessions but
 * those that it was asked to remember, and an upload that runs over night must not wait for somebody
 * to type.
 */
export class Session extends Store {
  #login: SavedLogin | undefined
  #asking: PromiseWithResolvers<void> | undefined
  /** `unknown` until the first answer. */
  state: 'unknown' | 'out' | 'in' = 'unknown'
  /** Why it is still unknown, for a person; empty before the first attempt to ask. */
  trouble = ''
  /** Whether somebody has been logged in since the page was opened: then the views are kept. */
  wasIn = false

  /**
   * Asks whether the browser's cookie belongs to a session, again and again until the service
   * answers.
   */
  async check(): Promise<void> {
    for (;;) {
      try {
        await dataOf(api.frames.$get())
        return this.#set('in')
      } catch (error) {
        if (isLoggedOut(error)) return this.#set('out')
        this.trouble = sentenceOf(error)
        this.changed()
        await new Promise((resolve) => setTimeout(resolve, checkAgainMs))
      }
    }
  }

  /** @throws {ApiError} when the password is wrong, or the service does not answer. */
  async logIn(login: SavedLogin): Promise<void> {
    await dataOf(api.auth.login.$post({ json: login }))
    this.#login = login
    this.#set('in')
    this.#asking?.resolve()
    this.#asking = undefined
  }

  /** @throws {ApiError} when the service does not answer: then the session goes on. */
  async logOut(): Promise<void> {
    await dataOf(api.auth.logout.$post())
    this.#login = undefined
    this.wasIn = false
    this.#set('out')
  }

  /**
   * Runs a request, and runs it again after a login where its session has ended.
   * @throws {ApiError}
   */
  async run<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await request()
      } catch (error) {
        if (!isLoggedOut(error)) throw error
        await this.#logInAgain()
      }
    }
  }

  async #logInAgain(): Promise<void> {
    const login = this.#login
    if (login !== undefined) {
      try {
        return await this.logIn(login)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'AUTHENTICATION_FAILED') throw error
        this.#login = undefined
      }
    }
    this.#asking ??= Promise.withResolvers()
    this.#set('out')
    await this.#asking.promise
  }

  #set(state: 'in' | 'out'): void {
    this.state = state
    this.wasIn ||= state === 'in'
    this.changed()
  }
}

const isLoggedOut = (error: unknown) =>
  error instanceof ApiError && error.code === 'AUTHENTICATION_REQUIRED'
