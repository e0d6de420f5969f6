import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { freeAddresses } from '../support/free-addresses.ts'
import { startBalancer, type BalancerName } from '../support/balancer.ts'
import { form, formType } from '../support/form.ts'
import { lacks } from '../support/programs.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, password, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const files = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [`${index}.jpg`, picture(index)]),
)
const frames = Array.from({ length: 12 }, (_, index) => `frame-${index}`)

/** Three processes on one folder. */
async function startProcesses() {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  const addresses = await freeAddresses(3)
  const start = async (address: string) => {
    const PORT = new URL(`http://${address}`).port
    const env = { UPLOADS_DIR: folder.path, PORT, TRUST_PROXY: 'on' }
    return stack.use(await startServer({ files, env }))
  }
  const servers: TestServer[] = []
  for (const address of addresses) servers.push(await start(address))
  return {
    addresses,
    servers,
    restart: (index: number) => start(addresses[index] ?? ''),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const randomFor = (url: string, frame: string) =>
  fetch(`${url}/api/images/random?frame=${encodeURIComponent(frame)}`)

/** The name of the next picture of a frame. */
async function deal(url: string, frame: string): Promise<string> {
  const answer = await randomFor(url, frame)
  expect(answer.status).toBe(200)
  return JSON.parse(await answer.text()).data.fileName
}

/** The frames that a process knows, and the addresses that it saw them at. */
const framesOf = async ({ told }: TestServer): Promise<{ name: string; address: string }[]> =>
  (await told('GET /api/frames')).frames

/** Logs in, as a browser does that keeps every cookie. */
async function logIn(url: string, localAddress: string): Promise<string> {
  using connection = await openConnection(url, localAddress)
  const body = JSON.stringify({ password })
  connection.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: frame.example\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  )
  const { status, headers } = await connection.answer()
  expect(status).toBe(200)
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Uploads a picture; gives the status of the answer. */
async function upload(url: string, cookie: string, body: Uint8Array, localAddress: string) {
  using connection = await openConnection(url, localAddress)
  connection.write(
    `POST /api/upload HTTP/1.1\r\nHost: frame.example\r\nCookie: ${cookie}\r\n` +
      `Content-Type: ${formType}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  connection.write(body)
  return (await connection.answer()).status
}

describe.skipIf(lacks('nginx'))('behind nginx', () => testBehind('nginx'))
describe.skipIf(lacks('haproxy'))('behind haproxy', () => testBehind('haproxy'))

function testBehind(name: BalancerName): void {
  let processes: Awaited<ReturnType<typeof startProcesses>>
  let balancer: Awaited<ReturnType<typeof startBalancer>>
  beforeAll(async () => {
    processes = await startProcesses()
    balancer = await startBalancer(name, processes.addresses)
  })
  afterAll(async () => {
    await balancer[Symbol.asyncDispose]()
    await processes[Symbol.asyncDispose]()
  })

  test('a frame without a name stays with one process by its address', async () => {
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
    const dealt = new Map<string, number>()
    for (const address of addresses) {
      for (const _ of Object.keys(files)) {
        using connection = await openConnection(balancer.url, address)
        connection.write('GET /api/images/random HTTP/1.1\r\nHost: frame.example\r\n\r\n')
        const { body } = await connection.answer()
        const { fileName } = JSON.parse(body.toString()).data
        dealt.set(fileName, (dealt.get(fileName) ?? 0) + 1)
      }
    }
    // Frames without a name share the rounds of their process: each picture comes equally often.
    expect([...dealt.values()]).toEqual(Object.keys(files).map(() => addresses.length))
  })

  test('each frame gets every picture once a round, from one process, and a TRMNL device by its ID', async () => {
    const ids = ['0a:00:00:00:00:01', '0a:00:00:00:00:02', '0a:00:00:00:00:03']
    for (let request = 0; request < 4; request += 1) {
      for (const ID of ids) {
        const answer = await fetch(`${balancer.url}/api/display`, { headers: { ID } })
        expect(answer.status).toBe(200)
      }
    }
    for (const frame of frames) {
      const dealt: string[] = []
      for (const _ of Object.keys(files)) dealt.push(await deal(balancer.url, frame))
      expect(dealt.toSorted()).toEqual(Object.keys(files))
    }
    const all = await Promise.all(processes.servers.map(framesOf))
    const known = all.map((some) => some.filter((frame) => frame.name !== ''))
    expect(
      known
        .flat()
        .map((frame) => frame.name)
        .toSorted(),
    ).toEqual([...frames, ...ids.map((id) => id.replaceAll(':', ''))].toSorted())
    for (const some of known) expect(some.length).toBeLessThan(frames.length)
    expect(new Set(known.flat().map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
  })

  test('an admin stays with the process of the session, also from another address', async () => {
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']) {
      const cookie = await logIn(balancer.url, from)
      for (const next of [from, '127.0.0.7', '127.0.0.8', '127.0.0.9']) {
        const content = form('new.jpg', picture(`${from} ${next}`))
        expect(await upload(balancer.url, cookie, content, next)).toBe(200)
      }
    }
  })

  test('an upload that is refused half way is answered as without a balancer', async () => {
    const large = form('large.jpg', Buffer.concat([picture(1), Buffer.alloc(11 * 1024 ** 2)]))
    const cookie = await logIn(balancer.url, '127.0.0.1')
    expect(await upload(balancer.url, cookie, large, '127.0.0.1')).toBe(413)
    expect(await upload(balancer.url, '', large, '127.0.0.1')).toBe(401)
  })

  test('when processes are killed, frames and admins go on at another at once, and come back', async () => {
    const ask = async () => {
      for (const frame of frames) expect((await randomFor(balancer.url, frame)).status).toBe(200)
    }
    await ask()
    const namesOf = async (server: TestServer) =>
      new Set(
        (await framesOf(server)).flatMap((frame) =>
          frames.includes(frame.name) ? frame.name : [],
        ),
      )
    const own = await Promise.all(processes.servers.map(namesOf))
    const restarted: TestServer[] = []
    for (const [index, server] of processes.servers.entries()) {
      await server.stop('SIGKILL')
      for (let time = 0; time < 5; time += 1) await ask()
      const cookie = await logIn(balancer.url, '127.0.0.1')
      const content = form('new.jpg', picture(`while ${index} is away`))
      expect(await upload(balancer.url, cookie, content, '127.0.0.1')).toBe(200)
      const next = await processes.restart(index)
      await eventually(async () => {
        await ask()
        return own[index]?.isSubsetOf(await namesOf(next)) === true
      })
      // An admin who had to log in elsewhere stays there.
      expect(await upload(balancer.url, cookie, content, '127.0.0.1')).toBe(200)
      restarted.push(next)
    }
    // Does not wait until they have ended: frames ask at the very moment.
    for (const server of restarted.slice(1)) server.signal('SIGKILL')
    for (let time = 0; time < 5; time += 1) {
      await Promise.all(frames.map((frame) => deal(balancer.url, frame)))
    }
  })
}
