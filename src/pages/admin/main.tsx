import { render } from 'hono/jsx/dom'
import { App } from './app-view.tsx'
import { startLanguage } from './lib/language.ts'

const root = document.getElementById('app')
await startLanguage()
if (root !== null) render(<App />, root)
