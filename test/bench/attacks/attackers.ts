import { openConnection } from '../../support/raw-http.ts'
import type { Service } from '../processes.ts'

type Connection = Awaited<ReturnType<typeof openConnection>>

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: attacker\r\n\r\n`

/** Opens so many connections; one that is refused is given up. */
const open = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => openConnection(url)))

/** Asks for 500 sizes of a picture and goes away before any is made. */
export async function dropRenditions(url: string, picture: string): Promise<void> {
  for (let batch = 0; batch < 10; batch += 1) {
    const connections = await open(url, 50)
    for (const [index, connection] of connections.entries()) {
      connection.write(request(`/uploads/${picture}?width=${1000 + 50 * batch + index}`))
    }
    await Bun.sleep(50)
    for (const connection of connections) connection.breakOff()
  }
}

/** Has 50 connections ask for one new size after the other. */
export async function askForNewSizes(url: string, picture: string, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  let width = 100
  const worker = async () => {
    while (performance.now() < end) {
      width += 1
      using connection = await openConnection(url)
      connection.write(request(`/uploads/${picture}?width=${width}`))
      await Promise.race([connection.answer().catch(() => undefined), Bun.sleep(seconds * 1000)])
    }
  }
  await Promise.all(Array.from({ length: 50 }, worker))
}

/** Has 20 clients ask for what takes the most work, and go away after 5 s, again and again. */
export async function askAndLeave(url: string, picture: string, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  const client = async (_: unknown, index: number) => {
    const query = `width=3000&height=3000&fit=cover&palette=bw&dither=none&bytes=${1000 + index}`
    while (performance.now() < end) {
      const connection = await openConnection(url)
      connection.write(request(`/uploads/${picture}?${query}`))
      await Bun.sleep(5000)
      connection.breakOff()
    }
  }
  await Promise.all(Array.from({ length: 20 }, client))
}

/** Asks for the listings of many folders, all at once, and gives how many are answered. */
export async function listAll(url: string, folders: readonly string[]): Promise<number> {
  const connections = await open(url, folders.length)
  const answers = connections.map(async (connection, index) => {
    connection.write(request(`/api/folders?path=${encodeURIComponent(folders[index] ?? '')}`))
    return connection.answer().catch(() => undefined)
  })
  return (await Promise.all(answers)).filter((answer) => answer?.status === 200).length
}

/** Asks for one listing on many connections and reads nothing of it. */
export async function readNothing(url: string, path: string, count: number): Promise<Connection[]> {
  const connections = await open(url, count)
  for (const connection of connections) {
    connection.pause()
    connection.write(request(path))
  }
  return connections
}

/** Opens connections that say nothing, or half of something. */
export async function stayIdle(url: string, count: number): Promise<Connection[]> {
  const connections = await open(url, count)
  for (const [index, connection] of connections.entries()) {
    if (index % 2 === 0) connection.write('GET / HTTP/1.1\r\nHo')
  }
  return connections
}

export async function guessPasswords({ login }: Service, count: number): Promise<void> {
  const guesses = Array.from({ length: count }, (_, index) => login(`guess ${index}`))
  await Promise.all(guesses).catch(() => undefined)
}
