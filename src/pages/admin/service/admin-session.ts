import type { InferRequestType } from 'hono/client'
import { Store } from '../lib/store.ts'
import { api, dataOf } from './api.ts'
import { codeOf } from './api-error.ts'

/** What a person logs in with. */
type SavedLogin = InferRequestType<typeof api.auth.login.$post>['json']

/**
 * Knows whether somebody is logged in, and logs in again when a session has ended. The password is
 * kept in the memory of the page only: a service that was restarted has forgotten its sessions but
 * those that it was asked to remember, and an upload that runs over night must not wait for somebody
 * to type.
 */
export class Session extends Store {
  #login: SavedLogin | undefined
  #asking: PromiseWithResolvers<void> | undefined
  /** Tells the other tabs, which share the session and may know the password, of a log out. */
  readonly #tabs = new BroadcastChannel('log out')
  /** Whether the password is asked for. */
  isAsking = false
  /** Whether somebody has been logged in since the page was opened: then the views are kept. */
  wasIn: boolean

  /** @param isIn whether the browser has a session. */
  constructor(isIn: boolean) {
    super()
    this.wasIn = isIn
    this.#tabs.addEventListener('message', () => this.#leave())
  }

  /** Asks for the password, or no longer does. */
  ask(isAsking: boolean): void {
    this.isAsking = isAsking
    this.changed()
  }

  /** @throws {ApiError} when the password is wrong, or the service does not answer. */
  async logIn(login: SavedLogin): Promise<void> {
    await dataOf(api.auth.login.$post({ json: login }))
    this.#login = login
    this.wasIn = true
    this.ask(false)
    this.#asking?.resolve()
    this.#asking = undefined
  }

  /** @throws {ApiError} when the service does not answer: then the session goes on here. */
  async logOut(): Promise<void> {
    // First: what is asked meanwhile, here or in another tab, would log in again.
    this.#login = undefined
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    this.#tabs.postMessage('')
    await dataOf(api.auth.logout.$post())
    this.#leave()
  }

  /**
   * Runs a request, and runs it again after a login where its session has ended.
   * @throws {ApiError}
   */
  async run<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      const { wasIn } = this
      try {
        return await request()
      } catch (error) {
        // Nobody wants any more what was asked before a log out.
        const isLeft = wasIn && !this.wasIn
        if (codeOf(error) !== 'AUTHENTICATION_REQUIRED' || isLeft) throw error
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
        if (codeOf(error) !== 'AUTHENTICATION_FAILED') throw error
        this.#login = undefined
      }
    }
    this.#asking ??= Promise.withResolvers()
    this.ask(true)
    await this.#asking.promise
  }

  #leave(): void {
    this.#login = undefined
    this.wasIn = false
    this.ask(false)
  }
}
