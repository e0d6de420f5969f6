import { render } from 'preact'
import { App } from './app-view.tsx'
import { startLanguage } from './lib/language.ts'

const root = document.getElementById('app')
await startLanguage()
// Each folder finds its place again by itself, once its pictures are there.
history.scrollRestoration = 'manual'
if (root !== null) render(<App />, root)
// It takes what other apps share, which a page alone can't. Browsers refuse it without HTTPS.
if ('serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/admin/share-worker.js').catch(() => undefined)
}
