import { readdir } from 'node:fs/promises'
import { picture } from '../../support/pictures.ts'
import { formOf } from '../../support/question.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { startService } from '../processes.ts'

const admins = 4

/**
 * Starts a second process on the folder of a first one, again and again, while that receives
 * uploads that take longer than a start.
 * @returns how many uploads failed, or were acknowledged and are not there.
 */
export async function countFailures(starts: number) {
  await using folder = await temporaryFolder()
  await using first = await startService(folder.path)
  const { cookie } = await first.login()
  const end = new AbortController()
  let failures = 0
  let uploads = 0
  const uploading = Array.from({ length: admins }, async (_, admin) => {
    for (let number = 0; !end.signal.aborted; number += 1) {
      uploads += 1
      const { body, type } = await slowForm(`${admin}-${number}.jpg`, picture(uploads))
      const headers = { Cookie: cookie, 'Content-Type': type }
      const answer = await fetch(`${first.url}/api/upload`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      if (answer.status !== 200) failures += 1
    }
  })
  for (let start = 0; start < starts; start += 1) {
    const second = await startService(folder.path)
    await second[Symbol.asyncDispose]()
  }
  end.abort()
  await Promise.all(uploading)
  const stored = (await readdir(folder.path)).filter((name) => name.endsWith('.jpg')).length
  return { failures: Math.max(failures, uploads - stored), uploads }
}

/** A form whose bytes come over a second. */
async function slowForm(name: string, content: Uint8Array) {
  const whole = new Response(formOf({ [name]: Buffer.concat([content, Buffer.alloc(300_000)]) }))
  const type = whole.headers.get('content-type') ?? ''
  const bytes = await whole.bytes()
  const step = Math.ceil(bytes.length / 10)
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      for (let from = 0; from < bytes.length; from += step) {
        controller.enqueue(bytes.subarray(from, from + step))
        await Bun.sleep(100)
      }
      controller.close()
    },
  })
  return { body, type }
}
