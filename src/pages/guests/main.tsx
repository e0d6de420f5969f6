import { render } from 'hono/jsx/dom'
import { startLanguage } from '../admin/lib/language.ts'
import { readLimits } from '../admin/uploads/prepare-file.ts'
import { GuestModel } from './guest-model.ts'
import { GuestView } from './guest-view.tsx'

const root = document.getElementById('app')
const token = location.pathname.split('/').at(-1) ?? ''
await startLanguage()
if (root !== null) render(<GuestView model={new GuestModel(readLimits(root), token)} />, root)
