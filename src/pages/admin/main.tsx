import { render } from 'hono/jsx/dom'
import { App } from './app-view.tsx'

const root = document.getElementById('app')
if (root !== null) render(<App />, root)
