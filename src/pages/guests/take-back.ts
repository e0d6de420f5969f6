import { t } from '../admin/lib/messages.ts'
import { api, dataOf } from '../admin/service/api.ts'
import { codeOf, sentenceOf } from '../admin/service/api-error.ts'

/** How long the service lets a guest take back what was sent, in milliseconds. */
const takeBackMs = 15 * 60_000

const secretKey = 'upload-secret'

/** A picture that was sent: its file's name, its key, and until when it may be taken back (`Date.now()`). */
export interface Sent {
  name: string
  key: string
  until: number
}

/** Takes back what was sent from this device, also by an earlier visit, by keys that it alone knows. */
export class TakeBack {
  readonly #token: string
  readonly #secret = localStorage.getItem(secretKey) ?? newSecret()
  readonly #place: string
  /** What was sent by this visit, and what may still be taken back of earlier ones. */
  sent: readonly Sent[]

  /** @param place under which the browser keeps what was sent. */
  constructor(token: string, place: string) {
    this.#token = token
    this.#place = place
    localStorage.setItem(secretKey, this.#secret)
    const kept: Sent[] = JSON.parse(localStorage.getItem(place) ?? '[]')
    this.sent = kept.filter(isPossible)
  }

  /** The headers to send a file with. */
  headersOf(key: string) {
    return { Authorization: `Bearer ${this.#token}`, 'Upload-Key': key }
  }

  /**
   * Notes that a file of a name has arrived.
   * @param onOver is called when it is too late to take it back.
   */
  allow(name: string, key: string, onOver: () => void): void {
    const sent = { name, key, until: Date.now() + takeBackMs }
    this.#keep([...this.sent.filter((each) => each.key !== key), sent])
    setTimeout(onOver, takeBackMs + 1)
  }

  /** What may be taken back by a key. */
  find = (key: string) => this.sent.find((each) => each.key === key && isPossible(each))

  /** @returns why it could not be taken back; an empty text once it was. */
  async run(key: string): Promise<string> {
    const headers = this.headersOf(key)
    try {
      const { totalDeleted } = await dataOf(api.invitations.current.images.$delete({}, { headers }))
      this.#keep(this.sent.filter((each) => each.key !== key))
      // Somebody else may have sent it, or an earlier visit long ago.
      return totalDeleted > 0 ? '' : t.guests.tooLate
    } catch (error) {
      return codeOf(error) === 'AUTHENTICATION_REQUIRED' ? t.guests.ended : sentenceOf(error)
    }
  }

  /** The same for a file that is picked again, as a retry of it may find it stored. */
  keyOf({ name, size, lastModified }: File): string {
    const numbers = [hashOf(name), size, Math.abs(lastModified)].map((each) => each.toString(36))
    return [this.#secret, ...numbers].join('-')
  }

  #keep(sent: readonly Sent[]): void {
    this.sent = sent
    localStorage.setItem(this.#place, JSON.stringify(sent))
  }
}

const isPossible = ({ until }: Sent) => until > Date.now()

const hashOf = (text: string) =>
  Array.from(text).reduce(
    (hash, sign) => (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0,
    0,
  )

/** 128 random bits. Pages that came by http have no `crypto.randomUUID`. */
const newSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
