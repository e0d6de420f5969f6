import { useState } from 'hono/jsx/dom'
import { ActionDialog } from '../dialogs/action-dialog.tsx'
import { FolderSteps } from '../dialogs/folder-picker.tsx'
import { nameOf } from '../lib/location.ts'
import { useData } from '../lib/use-data.ts'
import { thumbnailUrl } from '../pictures/picture-urls.ts'
import type { Model } from '../service/model.ts'
import { describeHearing, sortFrames, titleOf, type Frame } from './frame-facts.ts'
import { Choice } from './setting-field.tsx'

/** How long a picture may be shown, in hours. */
const spans = { 1: 'For an hour', 4: 'For 4 hours', 24: 'For a day', 168: 'For a week' }

/** How many pictures of a folder are shown at first, and how many more at a time. */
const page = 60

/** The side of a picture to choose, in CSS pixels. */
const side = 80

async function show(model: Model, frame: Frame, path: string, hours: string): Promise<void> {
  const until = new Date(Date.now() + 3_600_000 * Number(hours)).toISOString()
  await model.steerFrame(frame.name, { show: { path, until } })
  model.notice.say(`“${titleOf(frame)}” shows ${nameOf(path)}. ${describeHearing(frame)}`.trim())
}

/** Lets a person choose a picture for a frame to show. */
export function PictureDialog(props: { model: Model; frame: Frame; onClose: () => void }) {
  const { model, frame, onClose } = props
  const [folder, setFolder] = useState('')
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const [hours, setHours] = useState('1')
  const [most, setMost] = useState(page)
  const { data, failure } = useData(() => model.list(folder), [folder])
  const images = data?.images.filter(({ dimensions }) => dimensions.width > 0) ?? []
  const goTo = (path: string) => {
    setFolder(path)
    setChosen(undefined)
    setMost(page)
  }
  return (
    <ActionDialog
      title={`Show on “${titleOf(frame)}”`}
      action="Show"
      isReady={chosen !== undefined}
      onAct={async () => chosen !== undefined && show(model, frame, chosen, hours)}
      onClose={onClose}
    >
      <FolderSteps path={folder} folders={data?.folders} onGo={goTo} />
      <div class="choices">
        {images.slice(0, most).map(({ path, name }) => (
          <button
            key={path}
            type="button"
            class="picture"
            aria-label={name}
            aria-pressed={path === chosen ? 'true' : 'false'}
            onClick={() => setChosen(path)}
          >
            <img src={thumbnailUrl(path, side)} alt="" loading="lazy" decoding="async" />
          </button>
        ))}
        {images.length > most && (
          <button type="button" onClick={() => setMost(most + page)}>
            More
          </button>
        )}
      </div>
      <p role="alert">{failure}</p>
      <label>
        How long
        <Choice choices={spans} value={hours} onChange={setHours} />
      </label>
      <p class="note">{describeHearing(frame)}</p>
    </ActionDialog>
  )
}

/** Lets a person choose a frame to show a picture. */
export function ShowOnDialog(props: { model: Model; path: string; onClose: () => void }) {
  const { model, path, onClose } = props
  const { data, failure } = useData(() => model.frames(), [])
  const [name, setName] = useState<string | undefined>(undefined)
  const [hours, setHours] = useState('1')
  const frames = sortFrames(data?.frames ?? []).filter((each) => each.name !== '')
  const frame = frames.find((each) => each.name === name) ?? frames[0]
  return (
    <ActionDialog
      title={`Show ${nameOf(path)}`}
      action="Show"
      isReady={frame !== undefined}
      onAct={async () => frame !== undefined && show(model, frame, path, hours)}
      onClose={onClose}
    >
      {data !== undefined && frame === undefined && <p>No frame has a name yet.</p>}
      {frame !== undefined && (
        <div class="fields">
          <label>
            On
            <Choice
              choices={Object.fromEntries(frames.map((each) => [each.name, titleOf(each)]))}
              value={frame.name}
              onChange={setName}
            />
          </label>
          <label>
            How long
            <Choice choices={spans} value={hours} onChange={setHours} />
          </label>
        </div>
      )}
      <p class="note">{frame && describeHearing(frame)}</p>
      <p role="alert">{failure}</p>
    </ActionDialog>
  )
}
