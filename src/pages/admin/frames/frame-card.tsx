import { useState } from 'preact/hooks'
import { DeleteDialog } from '../dialogs/action-dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { joinSentences } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useTask } from '../lib/use-data.ts'
import { thumbnailUrl } from '../pictures/grid/picture-urls.ts'
import type { Model } from '../service/model.ts'
import * as facts from './frame-facts.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { PictureDialog } from './show-dialogs.tsx'

/** A frame: what it shows, how it is, and what can be done with it. */
export function FrameCard({ model, frame }: { model: Model; frame: facts.Frame }) {
  const { name, image, show } = frame
  const path = show?.path ?? image?.path
  const [asked, setAsked] = useState<'nothing' | 'picture' | 'settings' | 'forget'>('nothing')
  const { failure, isBusy, act } = useTask()
  const onClose = () => setAsked('nothing')
  const title = facts.titleOf(frame)
  const isNamed = name !== ''
  const next = async () => {
    await model.steer(name, (api, named) => api.next.$post(named))
    model.notice.say(joinSentences(t.frames.getsAnother(title), facts.describeHearing(frame)))
  }
  return (
    <li class="card">
      <div class="frame">
        {path === undefined ? (
          <span class="nothing" />
        ) : (
          // Firefox loads at once what has an address before it is lazy.
          <img key={path} loading="lazy" src={thumbnailUrl(path, 96)} alt={path} />
        )}
        <div>
          <h2 class="name">{title}</h2>
          <p class={facts.isBatteryLow(frame) || facts.isSilent(frame) ? 'warning' : ''}>
            {facts.describeState(frame)}
          </p>
        </div>
      </div>
      {!isNamed && <p class="note">{t.frames.nameIt}</p>}
      <p role="alert">{failure}</p>
      {isNamed && (
        <div class="buttons wide" role="group" aria-label={title}>
          <Button label={t.frames.next} icon="next" disabled={isBusy} onClick={act(next)} />
          <Button label={t.frames.showPicture} icon="picture" onClick={() => setAsked('picture')} />
          <Button label={t.app.settings} icon="settings" onClick={() => setAsked('settings')} />
        </div>
      )}
      <details>
        <summary>{t.picture.details}</summary>
        {facts.detailsOf(frame).map((fact) => (
          <p class="note">{fact}</p>
        ))}
        {isNamed && (
          <Button
            label={t.app.forget}
            icon="delete"
            class="danger"
            of={title}
            onClick={() => setAsked('forget')}
          />
        )}
      </details>
      {asked === 'picture' && <PictureDialog {...{ model, frame, onClose }} />}
      {asked === 'settings' && <SettingsDialog {...{ model, frame, onClose }} />}
      {asked === 'forget' && (
        <DeleteDialog
          title={t.frames.forgetTitle(title)}
          text={t.frames.forgotten}
          action={t.app.forget}
          onAct={() => model.steer(name, (api, named) => api.$delete(named))}
          onClose={onClose}
        />
      )}
    </li>
  )
}
