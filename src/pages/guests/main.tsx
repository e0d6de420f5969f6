import { render } from 'preact'
import { startLanguage } from '../admin/lib/language.ts'
import { readLimits } from '../admin/uploads/prepare-file.ts'
import { GuestModel } from './guest-model.ts'
import { GuestView } from './guest-view.tsx'

const root = document.getElementById('app')
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const invitation = root?.dataset['invitation'] ?? ''
await startLanguage()
const model = new GuestModel({ limits: readLimits(root), token, invitation })
if (root !== null) render(<GuestView model={model} />, root)
