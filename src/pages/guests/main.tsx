import { render } from 'preact'
import { startLanguage } from '../admin/lib/language.ts'
import { readLimits } from '../admin/uploads/prepare-file.ts'
import { GuestModel } from './guest-model.ts'
import { t } from '../admin/lib/messages.ts'
import { useStore } from '../admin/lib/store.ts'
import { LeftOver } from '../admin/uploads/left-over.tsx'
import { PickButton } from '../admin/uploads/pick-button.tsx'
import { UploadProgress } from '../admin/uploads/upload-panel.tsx'

const root = document.getElementById('app')
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const invitation = root?.dataset['invitation'] ?? ''
await startLanguage()
const model = new GuestModel({ limits: readLimits(root), token, invitation })
if (root !== null) render(<GuestView model={model} />, root)

/** Lets a guest pick pictures, and shows how far they are. */
function GuestView({ model }: { model: GuestModel }) {
  useStore(model.uploadStore)
  const { uploads } = model.uploads
  const stored = uploads.filter(({ state }) => state === 'stored').length
  const isDone = stored > 0 && stored === uploads.length
  const isFirst = uploads.length === 0 && model.leftOver.length === 0
  return (
    <>
      <p role="status">{isDone ? t.guests.thanks : t.guests.intro}</p>
      <p role="alert">{model.refusal}</p>
      <PickButton
        label={uploads.length === 0 ? t.guests.add : t.guests.addMore}
        icon="add"
        class={isFirst || isDone ? 'primary' : ''}
        accept={model.limits.accept}
        onFiles={(files) => model.add(files.map(({ file }) => file))}
      />
      {(uploads.length > 0 || model.leftOver.length > 0) && (
        <div class="uploads">
          {uploads.length > 0 && <UploadProgress model={model} />}
          <LeftOver model={model} hasFolders={false} />
        </div>
      )}
    </>
  )
}
