import { render } from 'preact'
import { startLanguage } from '../admin/lib/language.ts'
import { readLimits } from '../admin/uploads/prepare-file.ts'
import { GuestModel } from './guest-model.ts'
import { t } from '../admin/lib/messages.ts'
import { useStore } from '../admin/lib/store.ts'
import { LeftOver } from '../admin/uploads/left-over.tsx'
import { Button } from '../admin/lib/controls/button.tsx'
import { isUnfinished } from '../admin/uploads/upload-queue.ts'
import { PickButton } from '../admin/uploads/pick-button.tsx'
import { UploadProgress } from '../admin/uploads/upload-panel.tsx'

const root = document.getElementById('app')
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const invitation = root?.dataset['invitation'] ?? ''
const isReviewed = root !== null && 'review' in root.dataset
await startLanguage()
const model = new GuestModel(readLimits(root), token, invitation)
if (root !== null) render(<GuestView model={model} />, root)

/** Lets a guest pick pictures, and shows how far they are. */
function GuestView({ model }: { model: GuestModel }) {
  useStore(model.uploadStore)
  const { uploads } = model.uploads
  const { arrived, earlier, unfinished } = model
  const isDone = arrived > 0 && !uploads.some(isUnfinished)
  const isFirst = uploads.length === 0 && unfinished.leftOver.length === 0
  return (
    <>
      <p role="status">
        {isDone ? t.guests.thanks(arrived) : t.guests.intro} {isReviewed && t.guests.review}
      </p>
      <p role="alert">{model.refusal}</p>
      <PickButton
        label={uploads.length === 0 && arrived === 0 ? t.guests.add : t.guests.addMore}
        class={isFirst || isDone ? 'primary' : ''}
        accept={model.limits.accept}
        onFiles={(files) => model.add(files.map(({ file }) => file))}
      />
      {(!isFirst || earlier.length > 0) && (
        <div class="uploads">
          {uploads.length > 0 && <UploadProgress model={model} />}
          <ul>
            {earlier.map((sent) => (
              <li key={sent.key}>
                <div class="name">{sent.name}</div>
                <Button
                  label={t.guests.takeBack}
                  of={sent.name}
                  onClick={() => void model.takeBackEarlier(sent)}
                />
              </li>
            ))}
          </ul>
          <LeftOver model={model} hasFolders={false} />
        </div>
      )}
    </>
  )
}
