import type { ComponentChildren as Child } from 'preact'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../dialogs/action-dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { capitalize, joinSentences } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import { thumbnailUrl } from '../pictures/grid/picture-urls.ts'
import { newestFirst, type Model } from '../service/model.ts'
import { describeHearing, sortFrames, titleOf, type Frame } from './frame-facts.ts'
import { ChoiceField } from './setting-field.tsx'

/** How long a picture may be shown, in hours. */
const spans = () => ({
  1: t.frames.hour,
  4: t.frames.fourHours,
  24: t.frames.day,
  168: t.frames.week,
  always: capitalize(t.frames.untilAnother),
})

/** How many pictures are shown at first, and how many more at a time. */
const page = 60

interface ShowProps {
  model: Model
  title: string
  frame: Frame | undefined
  path: string | undefined
  onClose: () => void
  children: Child
}

/** Asks for how long a frame is to show a picture, once both are chosen. */
function ShowDialog({ model, title, frame, path, onClose, children }: ShowProps) {
  const [hours, setHours] = useState('1')
  const show = async () => {
    if (frame === undefined || path === undefined) return
    const end = Date.now() + 3_600_000 * Number(hours)
    const until = hours === 'always' ? null : new Date(end).toISOString()
    const json = { show: { path, until } }
    await model.steer(frame.name, (api, named) => api.$put({ ...named, json }))
    model.notice.say(joinSentences(t.frames.nowShows(titleOf(frame)), describeHearing(frame)))
  }
  const isReady = frame !== undefined && path !== undefined
  return (
    <ActionDialog {...{ title, isReady, onClose }} action={t.frames.show} onAct={show}>
      {children}
      <ChoiceField label={t.frames.howLong} choices={spans()} value={hours} onChange={setHours} />
    </ActionDialog>
  )
}

/** Lets a person choose a picture for a frame to show, the newest first. */
export function PictureDialog(props: { model: Model; frame: Frame; onClose: () => void }) {
  const { model, frame } = props
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const [most, setMost] = useState(page)
  const { data, failure } = useData(() => model.list('', newestFirst), [])
  const images = data?.images.filter(({ dimensions }) => dimensions.width > 0) ?? []
  return (
    <ShowDialog {...props} title={t.frames.showOnFrame(titleOf(frame))} path={chosen}>
      <div class="choices">
        {images.slice(0, most).map(({ path, name, lastModified }) => (
          <button
            key={path}
            type="button"
            class="picture"
            aria-label={name}
            aria-pressed={path === chosen ? 'true' : 'false'}
            onClick={() => setChosen(path)}
          >
            <img loading="lazy" src={thumbnailUrl(path, 80, lastModified)} alt="" />
          </button>
        ))}
        {images.length > most && (
          <Button label={t.frames.more} onClick={() => setMost(most + page)} />
        )}
      </div>
      <p role="alert">{failure}</p>
    </ShowDialog>
  )
}

/** Lets a person choose a frame to show a picture. */
export function ShowOnDialog(props: { model: Model; path: string; onClose: () => void }) {
  const { data, failure } = useData(() => props.model.ask((api) => api.frames.$get()), [])
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const frames = sortFrames(data?.frames ?? []).filter(({ name }) => name !== '')
  const frame = frames.find(({ name }) => name === chosen) ?? frames[0]
  return (
    <ShowDialog {...props} title={t.picture.showOn} frame={frame}>
      <p role="alert">{data !== undefined && !frame ? t.frames.noneNamed : failure}</p>
      <ChoiceField
        label={t.frames.on}
        choices={Object.fromEntries(frames.map((each) => [each.name, titleOf(each)]))}
        value={frame?.name ?? ''}
        onChange={setChosen}
      />
    </ShowDialog>
  )
}
