/** Keeps what other apps share to the page until the page takes it. */
addEventListener('fetch', (event) => {
  if (!(event instanceof FetchEvent)) return
  const { request } = event
  const isShare = request.method === 'POST' && new URL(request.url).pathname === '/admin/share'
  if (isShare) event.respondWith(keep(request))
})

/** How much is kept at most, in files and bytes; the page forgets it after an hour. */
const [maxFiles, maxBytes] = [100, 500 * 1024 ** 2]

async function keep(request: Request): Promise<Response> {
  const form = new FormData()
  let [files, bytes] = [0, 0]
  for (const file of (await request.formData()).getAll('images')) {
    if (!(file instanceof File) || files === maxFiles || bytes + file.size > maxBytes) continue
    form.append('images', file)
    files += 1
    bytes += file.size
  }
  const cache = await caches.open('shared')
  // One more, not in place of what still waits, but for the oldest of that where there is too much.
  const key = `/admin/share/${Date.now()}-${files}-${bytes}`
  for (const { url } of (await cache.keys()).toReversed()) {
    const [, count, size] = /-(\d+)-(\d+)$/.exec(url) ?? []
    files += Number(count)
    bytes += Number(size)
    if (!(files <= maxFiles && bytes <= maxBytes)) await cache.delete(url)
  }
  if (!form.entries().next().done) await cache.put(key, new Response(form))
  return Response.redirect('/admin', 303)
}
