/** Keeps what other apps share to the page until the page takes it. */
addEventListener('fetch', (event) => {
  if (!(event instanceof FetchEvent)) return
  const { request } = event
  const isShare = request.method === 'POST' && new URL(request.url).pathname === '/admin/share'
  if (isShare) event.respondWith(keep(request))
})

async function keep(request: Request): Promise<Response> {
  const cache = await caches.open('shared')
  // One more, not in place of what still waits.
  await cache.put(`/admin/share/${Date.now()}`, new Response(await request.formData()))
  return Response.redirect('/admin', 303)
}
