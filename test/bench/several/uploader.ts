import { picture } from '../../support/pictures.ts'
import { contentOf } from '../../support/question.ts'
import { password } from '../../support/server.ts'

export interface Uploaded {
  /** Hashes of the contents that were acknowledged, by their paths. */
  acknowledged: Map<string, string>
  /** When the uploads that got no 200 began and ended, by the clock of `performance`. */
  refused: { from: number; to: number; answer: string }[]
}

export const hashOf = (bytes: Uint8Array) =>
  new Bun.CryptoHasher('sha1').update(bytes).digest('hex')

/**
 * Logs in and keeps every cookie, as a browser does.
 * @param as decides which process answers.
 */
async function logIn(url: string, as: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/auth/login?frame=${as}`, {
    method: 'POST',
    ...contentOf({ json: { password } }),
  }).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  await answer.arrayBuffer()
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function logInAt(url: string, process: number): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const cookie = await logIn(url, `admin-${attempt}`)
    if (cookie?.includes(`process=${process}`) === true) return cookie
  }
}

/**
 * Has one admin upload pictures of one name, a few at a time, until the signal.
 * @returns how often the admin logged in.
 */
export async function upload(
  { url, folder, admin, pause }: { url: string; folder: string; admin: number; pause: number },
  signal: AbortSignal,
  { acknowledged, refused }: Uploaded,
): Promise<number> {
  let cookie: string | undefined = await logInAt(url, 1 + (admin % 3))
  let logins = 1
  for (let number = 0; !signal.aborted; number += 1) {
    const contents = [1, 2, 3].map((each) => picture(`${admin} ${number} ${each}`))
    for (;;) {
      const form = new FormData()
      form.append('folder', folder)
      for (const content of contents) form.append('files', new File([content], 'same.jpg'))
      const from = performance.now()
      const headers = { Cookie: cookie ?? '' }
      const answer = await fetch(`${url}/api/upload`, {
        method: 'POST',
        headers,
        body: form,
      }).catch(() => undefined)
      const text = (await answer?.text().catch(() => undefined)) ?? ''
      if (answer?.status === 401) {
        cookie = await logIn(url, `admin-${admin}`)
        logins += 1
        continue
      }
      const to = performance.now()
      if (answer?.status !== 200) {
        refused.push({ from, to, answer: `${answer?.status} ${text}` })
        break
      }
      for (const [index, { path }] of JSON.parse(text).data.uploadedFiles.entries()) {
        acknowledged.set(path, hashOf(contents[index] ?? Buffer.alloc(0)))
      }
      break
    }
    await Bun.sleep(pause)
  }
  return logins
}
