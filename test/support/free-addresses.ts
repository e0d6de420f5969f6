/** Ports that no system gives to clients: nobody takes one before the test does. */
const ports = { first: 10_000, last: 32_000 }

/** Finds addresses on which nobody listens. */
export async function freeAddresses(count: number): Promise<string[]> {
  const found = new Set<string>()
  while (found.size < count) {
    const port = ports.first + Math.floor(Math.random() * (ports.last - ports.first))
    const address = `127.0.0.1:${port}`
    if (await isFree(port)) found.add(address)
  }
  return [...found]
}

async function isFree(port: number): Promise<boolean> {
  try {
    await Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}
