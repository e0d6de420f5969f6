/**
 * A process that asks for the settings of many frames as their slideshows do: `bun tablets.ts URL
 * COUNT`. Each asks every 5 s, and they are spread over that time. It runs until it is ended.
 */
const [url = '', count = ''] = process.argv.slice(2)
const askEvery = 5000

async function follow(address: string, delay: number) {
  await Bun.sleep(delay)
  for (let tag = ''; ;) {
    const from = performance.now()
    const headers: Record<string, string> = tag === '' ? {} : { 'If-None-Match': tag }
    const answer = await fetch(address, { headers })
    await answer.arrayBuffer()
    if (answer.status !== (tag === '' ? 200 : 304)) throw new Error(`status ${answer.status}`)
    tag = answer.headers.get('etag') ?? ''
    await Bun.sleep(Math.max(0, from + askEvery - performance.now()))
  }
}

const frames = Array.from({ length: Number(count) }, (_, index) => index)
await Promise.all(
  frames.map((index) =>
    follow(`${url}/api/frames/tablet-${index}`, (index / frames.length) * askEvery),
  ),
)
