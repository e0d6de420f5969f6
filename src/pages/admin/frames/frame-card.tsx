import { useState } from 'hono/jsx/dom'
import { ActionDialog } from '../dialogs/action-dialog.tsx'
import { capitalize, formatAgo, formatDate, formatMoment } from '../lib/format-text.ts'
import { useTask } from '../lib/use-task.ts'
import { thumbnailUrl } from '../pictures/picture-urls.ts'
import type { Model } from '../service/model.ts'
import {
  conditionsOf,
  describeBattery,
  describeHearing,
  isBatteryLow,
  isSilent,
  titleOf,
  type Frame,
} from './frame-facts.ts'
import { panelOf } from './panels.ts'
import { describeConditions } from './setting-fields.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { PictureDialog } from './show-dialogs.tsx'

interface CardProps {
  model: Model
  frame: Frame
}

/** A frame: what it shows, how it is, and what can be done with it. */
export function FrameCard({ model, frame }: CardProps) {
  const { name, image, show, device } = frame
  const path = show?.path ?? image?.path
  const battery = describeBattery(frame)
  const signal = device.signalDbm === null ? [] : `signal ${device.signalDbm} dBm`
  const firmware = device.firmware === null ? [] : `firmware ${device.firmware}`
  return (
    <li>
      <div class="frame">
        {path === undefined ? (
          <span class="nothing" aria-hidden="true" />
        ) : (
          <img
            src={thumbnailUrl(path, 96)}
            alt={`Shows ${path}`}
            loading="lazy"
            decoding="async"
            width={96}
            height={96}
          />
        )}
        <div>
          <h2 class="name">{titleOf(frame)}</h2>
          <p class={isSilent(frame) ? 'warning' : ''}>
            <Asked frame={frame} />
            {battery !== '' && (
              <span class={isBatteryLow(frame) ? 'warning' : ''}>{` · ${battery}`}</span>
            )}
          </p>
          <p class="path">
            {path}
            {show !== null && ` until ${formatMoment(Date.parse(show.until))}`}
          </p>
          <p class="note">{capitalize(describeConditions(conditionsOf(frame)))}</p>
          <p class="note">{[placeOf(frame), signal, firmware].flat().join(', ')}</p>
          <p class="note">{describeHearing(frame)}</p>
        </div>
      </div>
      {name === '' ? (
        <p class="note">Put a name into its address, such as frame=hall, to steer it from here.</p>
      ) : (
        <FrameActions model={model} frame={frame} />
      )}
    </li>
  )
}

function Asked({ frame: { lastSeen }, frame }: { frame: Frame }) {
  if (lastSeen === null) return 'Has not asked yet'
  return (
    <>
      {isSilent(frame) ? 'Silent: last asked ' : 'Asked '}
      <time datetime={lastSeen} title={formatDate(lastSeen)}>
        {formatAgo(lastSeen)}
      </time>
    </>
  )
}

/** The name of a frame that has a label, where it is, and its screen. */
function placeOf(frame: Frame): string[] {
  const { label, name, address, display, settings } = frame
  const panel = panelOf(settings)
  return [
    label === null ? [] : name,
    address ?? [],
    panel?.label ?? [],
    display === null || panel !== undefined ? [] : `${display.width} × ${display.height}`,
  ].flat()
}

function FrameActions({ model, frame }: CardProps) {
  const [asked, setAsked] = useState<'nothing' | 'picture' | 'settings' | 'forget'>('nothing')
  const { failure, isBusy, run } = useTask()
  const close = () => setAsked('nothing')
  const title = titleOf(frame)
  const next = () =>
    run(async () => {
      await model.nextPicture(frame.name)
      model.notice.say(`“${title}” gets another picture. ${describeHearing(frame)}`.trim())
    })
  return (
    <>
      <p role="alert">{failure}</p>
      <div class="buttons wide" role="group" aria-label={title}>
        <button type="button" disabled={isBusy} onClick={() => void next()}>
          Next
        </button>
        <button type="button" onClick={() => setAsked('picture')}>
          Show a picture …
        </button>
        <button type="button" onClick={() => setAsked('settings')}>
          Settings
        </button>
        <button type="button" class="danger" onClick={() => setAsked('forget')}>
          Forget
        </button>
      </div>
      {asked === 'picture' && <PictureDialog model={model} frame={frame} onClose={close} />}
      {asked === 'settings' && <SettingsDialog model={model} frame={frame} onClose={close} />}
      {asked === 'forget' && (
        <ActionDialog
          title={`Forget “${title}”?`}
          action="Forget"
          cancel="Keep"
          isFinal
          onAct={() => model.forgetFrame(frame.name)}
          onClose={close}
        >
          <p>Its settings, and which pictures it has seen, will be gone. It may ask again.</p>
        </ActionDialog>
      )}
    </>
  )
}
