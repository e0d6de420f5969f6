/** `bun upload.ts FILE`: writes every body to one file and brings it to the disk. */
import { open } from 'node:fs/promises'

const [path = ''] = process.argv.slice(2)

const { url } = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  async fetch({ body }) {
    const file = await open(path, 'w')
    for await (const chunk of body ?? []) await file.write(chunk)
    await file.sync()
    await file.close()
    return new Response('stored')
  },
})
console.log(`listening on ${url.origin}`)
