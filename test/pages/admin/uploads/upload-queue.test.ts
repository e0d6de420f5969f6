import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { formWords } from '../../../../src/http/request/frame/form-fields.ts'
import { setMessages } from '../../../../src/pages/admin/lib/messages.ts'
import english from '../../../../src/pages/languages/en.json'
import { ApiError, codeOf } from '../../../../src/pages/admin/service/api-error.ts'
import {
  canRetry,
  UploadQueue,
  type SendFile,
  type Unfinished,
} from '../../../../src/pages/admin/uploads/upload-queue.ts'
import { eventually } from '../../../support/server.ts'

setMessages({ ...english, settings: formWords() }, 'en')

const failed = (code: ApiError['code']) => new ApiError(code, { sentence: `It is ${code}.` })

type Parts = ConstructorParameters<typeof UploadQueue>[0]

function openQueue(
  send: SendFile,
  { wait = async () => undefined, ...others }: Partial<Parts> = {},
) {
  let saved: readonly Unfinished[] = []
  const queue = new UploadQueue({
    send,
    check: async () => undefined,
    prepare: async (file) => file,
    wait,
    save: (unfinished) => {
      saved = unfinished
    },
    onChange: () => undefined,
    ...others,
  })
  return { queue, saved: () => saved }
}

const filesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    file: new File([`${index}`], `${index}.jpg`),
    folder: 'a',
  }))

const statesOf = ({ uploads }: UploadQueue) => uploads.map(({ state }) => state)
const untilOver = (queue: UploadQueue) =>
  eventually(async () =>
    statesOf(queue).every((state) => state !== 'waiting' && state !== 'sending'),
  )
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

test('whatever is lost on the way, all files are stored in the end, one at a time', async () => {
  const outcomes = fc.array(fc.constantFrom('stored', 'cut', 'busy', 'full'), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(outcomes, fc.integer({ min: 1, max: 8 }), async (lot, count) => {
      const stored: string[] = []
      let running = 0
      const { queue, saved } = openQueue(async ({ file }, onProgress) => {
        running += 1
        expect(running).toBe(1)
        onProgress(0.5)
        await Promise.resolve()
        running -= 1
        const outcome = lot.shift() ?? 'stored'
        if (outcome === 'cut') throw failed('OFFLINE')
        if (outcome === 'busy') throw failed('BUSY')
        if (outcome === 'full') throw failed('FILE_SYSTEM_ERROR')
        stored.push(file.name)
      })
      queue.add(filesOf(count))
      await untilOver(queue)
      expect(stored).toEqual(filesOf(count).map(({ file }) => file.name))
      expect(saved()).toEqual([])
    }),
  )
})

test.each([
  ['is refused', failed('INVALID_FILE_TYPE'), false],
  ['has a name that the disk can not hold', failed('INVALID_REQUEST'), false],
  ['fails in a way that nobody thought of', new TypeError('unthought of'), true],
])('a file that %s says why, and holds up none of the others', async (_, error, isRetried) => {
  const { queue } = openQueue(async ({ file }) => {
    if (file.name === '1.jpg') throw error
  })
  queue.add(filesOf(3))
  await untilOver(queue)
  expect(statesOf(queue)).toEqual(['stored', 'refused', 'stored'])
  if (!isRetried) expect(queue.uploads[1]?.note).toBe(`It is ${codeOf(error)}.`)
  expect(queue.uploads.map(canRetry)).toEqual([false, isRetried, false])
})

test('a pause stops what is being sent, and it is sent again after it', async () => {
  let sent = 0
  const { queue, saved } = openQueue(async (_upload, _onProgress, signal) => {
    sent += 1
    if (sent > 1) return
    await untilAborted(signal)
    throw failed('OFFLINE')
  })
  queue.add(filesOf(1))
  await eventually(async () => sent === 1)
  queue.pause()
  await Bun.sleep(1)
  expect(statesOf(queue)).toEqual(['waiting'])
  expect(saved()).toEqual([{ name: '0.jpg', size: 1, folder: 'a' }])
  queue.resume()
  await untilOver(queue)
  expect(statesOf(queue)).toEqual(['stored'])
})

test('nothing is sent while a folder is moved, whatever else is moved or pressed, nor after it where it was paused', async () => {
  const folders: string[] = []
  const { queue } = openQueue(async ({ folder }, _onProgress, signal) => {
    folders.push(folder)
    if (folders.length > 1) return
    await untilAborted(signal)
    throw failed('OFFLINE')
  })
  queue.add(filesOf(2))
  await eventually(async () => folders.length === 1)
  const [quick, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const others = queue.follow('c', 'd', () => quick.promise)
  const own = queue.follow('a', 'b', () => slow.promise)
  quick.resolve()
  await others
  queue.pause()
  queue.resume()
  await Bun.sleep(1)
  expect(folders).toEqual(['a'])
  queue.pause()
  slow.resolve()
  await own
  await Bun.sleep(1)
  expect(statesOf(queue)).toEqual(['waiting', 'waiting'])
  queue.resume()
  await untilOver(queue)
  expect(folders).toEqual(['a', 'b', 'b'])
  await expect(
    queue.follow('b', 'e', async () => {
      throw failed('INVALID_FOLDER_NAME')
    }),
  ).rejects.toThrow()
  queue.add(filesOf(1))
  await untilOver(queue)
  expect(folders.at(-1)).toBe('a')
})

test.each(['stored', 'lost'])(
  'a folder is moved once what the service has as a whole is %s',
  async (end) => {
    const steps: string[] = []
    const answer = Promise.withResolvers<void>()
    const { queue } = openQueue(async ({ folder }, onProgress) => {
      steps.push(`to ${folder}`)
      if (steps.length > 1) return
      onProgress(1)
      await answer.promise
      steps.push(end)
      if (end === 'lost') throw failed('OFFLINE')
    })
    queue.add(filesOf(2))
    await eventually(async () => steps.length === 1)
    const moved = queue.follow('a', 'b', async () => void steps.push('moved'))
    await Bun.sleep(1)
    answer.resolve()
    await moved
    await untilOver(queue)
    const rest = end === 'lost' ? ['to b', 'to b'] : ['to b']
    expect(steps).toEqual(['to a', end, 'moved', ...rest])
    expect(statesOf(queue)).toEqual(['stored', 'stored'])
  },
)

test('a file that is cancelled while it waits for the network makes way at once', async () => {
  const send: SendFile = async ({ file }) => {
    if (file.name === '0.jpg') throw failed('OFFLINE')
  }
  const { queue } = openQueue(send, { wait: (_milliseconds, signal) => untilAborted(signal) })
  queue.add(filesOf(2))
  await eventually(async () => queue.uploads[0]?.note !== '')
  const [first] = queue.uploads
  if (first !== undefined) queue.cancel(first)
  await untilOver(queue)
  expect(statesOf(queue)).toEqual(['cancelled', 'stored'])
})

test('what was cancelled is sent when somebody asks for it, and is forgotten when it is over', async () => {
  const sent: string[] = []
  const { queue } = openQueue(async ({ file }) => {
    sent.push(file.name)
  })
  queue.isPaused = true
  queue.add(filesOf(1))
  const [upload] = queue.uploads
  if (upload === undefined) throw new Error('Nothing was added.')
  queue.cancel(upload)
  queue.resume()
  await untilOver(queue)
  expect(sent).toEqual([])
  queue.retry(upload)
  await untilOver(queue)
  expect(sent).toEqual(['0.jpg'])
  queue.clear()
  expect(queue.uploads).toEqual([])
})

test('all are cancelled at once, and sent after all', async () => {
  const { promise: network, resolve: connect } = Promise.withResolvers<void>()
  const { queue, saved } = openQueue(async (_upload, _onProgress, signal) => {
    await Promise.race([network, untilAborted(signal)])
    if (signal.aborted) throw failed('OFFLINE')
  })
  queue.add(filesOf(3))
  await eventually(async () => statesOf(queue)[0] === 'sending')
  queue.cancelAll()
  await untilOver(queue)
  expect(statesOf(queue)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(saved()).toEqual([])
  connect()
  queue.retryAll()
  await untilOver(queue)
  expect(statesOf(queue)).toEqual(['stored', 'stored', 'stored'])
})

test('time is left for what is unfinished, none while paused or the network is away, whose reason stands until something is sent again', async () => {
  let time = 0
  let isFirst = true
  const [lost, waited, found] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const send: SendFile = async (_upload, onProgress) => {
    onProgress(0)
    if (!isFirst) await found?.promise
    time += 4000
    onProgress(0.5)
    if (!isFirst) return new Promise(() => undefined)
    isFirst = false
    await lost?.promise
    throw failed('OFFLINE')
  }
  const { queue } = openQueue(send, { wait: async () => waited?.promise, now: () => time })
  queue.add(filesOf(2))
  await eventually(async () => queue.timeLeft() === 12_000)
  queue.isPaused = true
  expect(queue.timeLeft()).toBeUndefined()
  queue.isPaused = false
  expect(queue.waitsFor).toBe('')
  lost?.resolve()
  await eventually(async () => queue.waitsFor === 'It is OFFLINE.')
  expect(queue.timeLeft()).toBeUndefined()
  waited?.resolve()
  await eventually(async () => statesOf(queue)[0] === 'sending')
  expect(queue.waitsFor).toBe('It is OFFLINE.')
  expect(queue.timeLeft()).toBeUndefined()
  found?.resolve()
  await eventually(async () => queue.timeLeft() === 12_000)
  expect(queue.waitsFor).toBe('')
})
