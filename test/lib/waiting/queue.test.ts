import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { Queue } from '../../../src/lib/waiting/queue.ts'
import type { Priority, Waiter } from '../../../src/lib/waiting/waiter.ts'
import { steppedTime } from '../../support/time.ts'

const full = new Error('full')

/** A queue whose tasks end when the test says so, in the order in which they began. */
function openQueue({ concurrency = 1, capacity = 100 } = {}) {
  const queue = new Queue<string>({ concurrency, capacity, refuse: () => full })
  const began: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const ask = (key: string, asking: Partial<Waiter> = {}) => {
    const asked = queue.run(key, { client: 'a', ...asking }, () => {
      began.push(key)
      const end = Promise.withResolvers<string>()
      ends.set(key, end)
      return end.promise
    })
    return asked.catch((error: unknown) => (error === full ? 'refused' : 'failed'))
  }
  const end = async (key: string) => {
    ends.get(key)?.resolve(`done ${key}`)
    ends.delete(key)
    await Bun.sleep(0)
  }
  /** Lets everything that has begun end, until nothing waits. */
  const endAll = async () => {
    while (ends.size > 0) for (const key of ends.keys()) await end(key)
  }
  return { ask, began, ends, end, endAll, queue }
}

test('tasks run a few at a time, each as soon as there is room', async () => {
  const { ask, began, end } = openQueue({ concurrency: 2 })
  for (const key of ['1', '2', '3', '4']) void ask(key)
  expect(began).toEqual(['1', '2'])
  await end('2')
  expect(began).toEqual(['1', '2', '3'])
})

test('what belongs together has half of the tasks and of the room at most', async () => {
  const { ask, began, end } = openQueue({ concurrency: 4, capacity: 8 })
  const ofOne = Array.from({ length: 20 }, (_, n) => ask(`${n}`, { client: `${n}`, group: 'one' }))
  expect(began).toEqual(['0', '1'])
  void ask('other', { group: 'other' })
  void ask('none')
  expect(began).toEqual(['0', '1', 'other', 'none'])
  for (let n = 6; n < 20; n += 1) expect(await ofOne[n]).toBe('refused')
  await end('other')
  expect(began).toHaveLength(4)
  await end('0')
  await end('1')
  expect(began.slice(4)).toEqual(['2', '3'])
})

test('who asks for what is waiting or running already shares it', async () => {
  const { ask, began, end } = openQueue()
  const asked = ['1', '1', '2', '2'].map((key) => ask(key))
  await end('1')
  const late = ask('2')
  await end('2')
  expect(await Promise.all([...asked, late])).toEqual([
    'done 1',
    'done 1',
    'done 2',
    'done 2',
    'done 2',
  ])
  expect(began).toEqual(['1', '2'])
})

test('a task that fails fails for all who wait for it, and is tried again for the next', async () => {
  const { ask, ends, end } = openQueue()
  const asked = [ask('1'), ask('1')]
  ends.get('1')?.reject(new Error('no'))
  expect(await Promise.all(asked)).toEqual(['failed', 'failed'])
  const again = ask('1')
  await end('1')
  expect(await again).toBe('done 1')
})

describe('clients', () => {
  test('take turns, however much one of them asks for', async () => {
    const { ask, began, endAll } = openQueue()
    for (let index = 0; index < 20; index += 1) void ask(`a${index}`)
    for (const key of ['b0', 'b1']) void ask(key, { client: 'b' })
    void ask('c0', { client: 'c' })
    await endAll()
    expect(began.slice(0, 6)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2'])
  })

  test('get what another one asked for when it is the turn of either', async () => {
    const { ask, began, endAll } = openQueue()
    for (let index = 0; index < 20; index += 1) void ask(`a${index}`)
    void ask('a19', { client: 'b' })
    await endAll()
    expect(began.slice(0, 4)).toEqual(['a0', 'a19', 'a1', 'a2'])
    expect(began).toHaveLength(20)
  })

  test('that have had nothing yet go before those that had, whatever these ask for', async () => {
    const client = fc.constantFrom('a', 'b', 'c')
    await fc.assert(
      fc.asyncProperty(fc.array(client, { maxLength: 40 }), async (others) => {
        const { ask, began, end, endAll } = openQueue()
        const clients = ['a', 'b', 'c', 'a', 'b', 'c', ...others]
        for (const [index, each] of clients.entries()) void ask(`${index}`, { client: each })
        // All of them have had their turn by then.
        for (let turn = 0; turn < 3; turn += 1) await end(began.at(-1) ?? '')
        for (const each of ['new', 'newer']) void ask(each, { client: each })
        await endAll()
        expect(began.slice(4, 6)).toEqual(['new', 'newer'])
      }),
    )
  })

  test('wait no longer for others that never end than for as many as the queue holds', async () => {
    const { ask, began, end } = openQueue({ capacity: 8 })
    for (const key of ['a0', 'a1', 'a2']) void ask(key)
    for (let index = 0; !began.includes('a1') && index < 100; index += 1) {
      void ask(`new ${index}`, { client: `${index}` })
      await end(began.at(-1) ?? '')
    }
    expect(began.indexOf('a1')).toBeLessThanOrEqual(10)
  })

  test('of high priority come first, but for every fourth turn', async () => {
    const { ask, began, endAll } = openQueue()
    void ask('first')
    void ask('new', { client: 'b' })
    for (let index = 0; index < 6; index += 1) void ask(`${index}`, { priority: 'high' })
    await endAll()
    expect(began).toEqual(['first', '0', '1', 'new', '2', '3', '4', '5'])
  })

  test('of low priority wait behind all others, but never for ever', async () => {
    const { ask, began, endAll } = openQueue()
    void ask('first')
    for (const key of ['low0', 'low1']) void ask(key, { client: 'b', priority: 'low' })
    for (let index = 0; index < 30; index += 1) void ask(`${index}`, { priority: 'high' })
    void ask('new', { client: 'c' })
    await endAll()
    expect(began.filter((key) => !/^\d/.test(key))).toEqual(['first', 'low0', 'new', 'low1'])
    expect(began.indexOf('low1') - began.indexOf('low0')).toBe(16)
  })

  test('of low priority get their turn within sixteen of their own kind', async () => {
    const priority = fc.constantFrom<Priority>('high', 'normal', 'low')
    await fc.assert(
      fc.asyncProperty(fc.array(priority, { maxLength: 60 }), async (priorities) => {
        const { ask, began, endAll } = openQueue()
        void ask('first', { client: 'z' })
        for (const [index, each] of priorities.entries()) {
          void ask(`${index}`, { client: each, priority: each })
        }
        const newcomer = ask('newcomer', { client: 'phone', priority: 'low' })
        await endAll()
        await newcomer
        // One other client waits with low priority: this one gets the second such turn at the latest.
        expect(began.indexOf('newcomer')).toBeLessThanOrEqual(2 * 16)
      }),
    )
  })

  test('never wait for more turns than there are others, whatever is asked in which order', async () => {
    const waiter = fc.record({
      client: fc.constantFrom('a', 'b', 'c', 'd'),
      priority: fc.constantFrom('high', 'normal', 'low'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(waiter, { maxLength: 40 }), async (waiters) => {
        const { ask, began, endAll } = openQueue()
        void ask('first', { client: 'z' })
        for (const [index, each] of waiters.entries()) void ask(`${index}`, each)
        const newcomer = ask('newcomer', { client: 'e' })
        await endAll()
        await newcomer
        // Every fourth turn belongs to those of normal priority, and their clients take turns.
        expect(began.indexOf('newcomer')).toBeLessThanOrEqual(4 * 5)
        expect(began).toHaveLength(waiters.length + 2)
      }),
    )
  })
})

describe('a client that goes away', () => {
  test('takes its tasks with it, but for those that run and those that others wait for', async () => {
    const { ask, began, endAll } = openQueue()
    const { signal, abort } = leaver()
    const left = ['1', '2', '3'].map((key) => ask(key, { signal }))
    const shared = ask('3', { client: 'b' })
    abort()
    expect(await Promise.all(left)).toEqual(['failed', 'failed', 'failed'])
    await endAll()
    expect(began).toEqual(['1', '3'])
    expect(await shared).toBe('done 3')
  })

  test('has what runs told as soon as nobody else waits for it, and begun anew for the next', async () => {
    const { queue } = openQueue({ concurrency: 2 })
    const signals: AbortSignal[] = []
    const waiters = [leaver(), leaver(), leaver()]
    const ends: PromiseWithResolvers<string>[] = []
    const [first, second, third] = waiters.map(({ signal }) => ({ client: 'a', signal }))
    const ask = (waiter = first) =>
      queue.run('1', waiter ?? {}, ({ signal }) => {
        signals.push(signal)
        const end = Promise.withResolvers<string>()
        ends.push(end)
        return end.promise
      })
    const left = [ask(first), ask(second)].map((asked) => asked.catch(() => 'gone'))
    waiters[0]?.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    waiters[1]?.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    const later = ask(third)
    expect(signals).toHaveLength(2)
    ends[0]?.reject(new Error('told'))
    await Bun.sleep(0)
    const shared = ask(third)
    ends[1]?.resolve('done')
    expect(await Promise.all([...left, later, shared])).toEqual(['gone', 'gone', 'done', 'done'])
    expect(signals).toHaveLength(2)
  })

  test('does not begin what it asks for afterwards', async () => {
    const { ask, began } = openQueue()
    const { signal, abort } = leaver()
    abort()
    expect(await ask('1', { signal })).toBe('failed')
    expect(began).toEqual([])
  })

  test('leaves its room to others', async () => {
    const { ask, endAll } = openQueue({ capacity: 2 })
    void ask('1')
    const { signal, abort } = leaver()
    for (const key of ['2', '3']) void ask(key, { signal })
    abort()
    const later = ['4', '5'].map((key) => ask(key))
    await endAll()
    expect(await Promise.all(later)).toEqual(['done 4', 'done 5'])
  })
})

describe('where the queue is full', () => {
  test('the latest is refused', async () => {
    const { ask, endAll } = openQueue({ capacity: 2 })
    const asked = ['1', '2', '3', '4'].map((key) => ask(key))
    expect(await asked[3]).toBe('refused')
    await endAll()
    expect(await Promise.all(asked)).toEqual(['done 1', 'done 2', 'done 3', 'refused'])
  })

  test('a client with little takes the room of the one with the most', async () => {
    const { ask, endAll } = openQueue({ capacity: 3 })
    const many = ['1', '2', '3', '4'].map((key) => ask(key))
    const other = ask('5', { client: 'b' })
    expect(await many[3]).toBe('refused')
    await endAll()
    expect(await other).toBe('done 5')
  })

  test('of clients with equally much, the one that came last is refused', async () => {
    const { ask, endAll } = openQueue({ capacity: 2 })
    const asked = ['a', 'b', 'c', 'd'].map((client) => ask(client, { client }))
    expect(await asked[3]).toBe('refused')
    await endAll()
    expect(await Promise.all(asked)).toEqual(['done a', 'done b', 'done c', 'refused'])
  })

  test('the heavy take more of its room, and what weighs nothing is never refused', async () => {
    const { ask, endAll } = openQueue({ capacity: 4 })
    const asked = ['1', '2', '3', '4'].map((key) => ask(key, { weight: 2 }))
    expect(await asked[3]).toBe('refused')
    asked.push(ask('light', { weight: 0 }), ask('other', { client: 'b' }))
    await endAll()
    expect(await Promise.all(asked)).toEqual([
      'done 1',
      'done 2',
      'refused',
      'refused',
      'done light',
      'done other',
    ])
  })

  test('what nobody waits for any more is not kept', async () => {
    const { ask, began, endAll } = openQueue({ capacity: 1 })
    for (const key of ['1', '2', '3']) void ask(key)
    await endAll()
    const again = ask('3')
    await endAll()
    expect(await again).toBe('done 3')
    expect(began).toEqual(['1', '2', '3'])
  })
})

function leaver() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

test('a short task gives way to none', async () => {
  const { ask, began, queue } = openQueue()
  const waiter = { client: 'z' }
  using time = steppedTime()
  const first = queue.run('first', waiter, async ({ giveWay }) => {
    time.pass(300)
    await giveWay()
    return began.join()
  })
  void ask('other', { client: 'b' })
  expect(await first).toBe('')
})

describe('a long task', () => {
  test('gives way between its steps to short tasks, and to no long one', async () => {
    const { ask, began, end, queue } = openQueue()
    const steps = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const waiter = { client: 'z', isLong: true }
    const long = queue.run('long', waiter, async ({ giveWay }) => {
      for (const { promise } of steps) {
        await promise
        await giveWay()
      }
      return 'done long'
    })
    using time = steppedTime()
    void ask('long too', { client: 'b', isLong: true })
    const short = ['1', '2'].map((key) => ask(key, { client: 'c' }))
    expect(began).toEqual([])
    for (const [index, { resolve }] of steps.entries()) {
      time.pass(300)
      resolve()
      await Bun.sleep(0)
      await end(`${index + 1}`)
    }
    expect(await Promise.all([...short, long])).toEqual(['done 1', 'done 2', 'done long'])
    await Bun.sleep(0)
    expect(began).toEqual(['1', '2', 'long too'])
  })
})

describe('other work', () => {
  test('waits until nobody waits but with low priority, also where a task fails', async () => {
    const { ask, ends, endAll, queue } = openQueue({ concurrency: 3 })
    const order: string[] = []
    void ask('low', { priority: 'low' })
    await queue.whenIdle()
    const asked = ['1', '2'].map((key) => ask(key).then(() => order.push(key)))
    const other = queue.whenIdle().then(() => order.push('other'))
    ends.get('1')?.resolve('done')
    await asked[0]
    ends.get('2')?.reject(new Error('broken'))
    await Promise.all([...asked, other])
    expect(order).toEqual(['1', '2', 'other'])
    await endAll()
  })

  test('goes on though a task never ends', async () => {
    const { ask, ends, queue } = openQueue()
    void ask('1')
    await queue.whenIdle()
    expect(ends.size).toBe(1)
  })
})

describe('a task that waits for its input', () => {
  /**
   * Has a task wait for two inputs, of which the second is late. It stands in the queue for long, so
   * that it keeps its place for the least time only.
   */
  async function openLate(waiter: Waiter = {}, options = {}) {
    const opened = openQueue(options)
    const { ask, end, queue } = opened
    const late = Promise.withResolvers<string>()
    const order: string[] = []
    using time = steppedTime()
    void ask('0', { client: 'y' })
    await end('0')
    void ask('first', { client: 'z' })
    const task = queue.run('task', waiter, async ({ wait }) => {
      order.push(await wait(Promise.resolve('soon')))
      order.push(await wait(late.promise))
      return 'done task'
    })
    time.pass(10_000)
    await end('first')
    void ask('1', { client: 'b' })
    while (!opened.began.includes('1')) await Bun.sleep(10)
    return { ...opened, late, order, task }
  }

  test('gives its place to others, and goes on before those that have not begun', async () => {
    const { ask, end, endAll, late, order, task } = await openLate()
    const others = ['2', '3'].map((key) => ask(key, { client: key }))
    late.resolve('late')
    await Bun.sleep(0)
    expect(order).toEqual(['soon'])
    await end('1')
    expect(await task).toBe('done task')
    expect(order).toEqual(['soon', 'late'])
    await endAll()
    expect(await Promise.all(others)).toEqual(['done 2', 'done 3'])
  })

  test('is refused where too much waits so, and its client has the most of it', async () => {
    const { end, queue, task } = await openLate({}, { capacity: 1 })
    const refused = task.catch((error: unknown) => error)
    const never = new Promise<string>(() => undefined)
    void queue.run('other', { client: 'c' }, ({ wait }) => wait(never))
    await end('1')
    expect(await refused).toBe(full)
  })

  test('takes no place again once its client is gone', async () => {
    const { signal, abort } = leaver()
    const { ask, endAll, late, order, task } = await openLate({ signal })
    late.resolve('late')
    await Bun.sleep(0)
    abort()
    expect(await task.catch(() => 'gone')).toBe('gone')
    await endAll()
    expect(order).toEqual(['soon'])
    expect(await Promise.all([ask('2'), endAll()])).toEqual(['done 2', undefined])
  })
})
