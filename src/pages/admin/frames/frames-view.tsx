import { useState } from 'preact/hooks'
import { Button, Icon } from '../lib/controls/button.tsx'
import { t } from '../lib/messages.ts'
import { Skeleton } from '../lib/controls/skeleton.tsx'
import { useData, useRefresh } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { FrameCard } from './frame-card.tsx'
import { sortFrames } from './frame-facts.ts'

/** The frames that ask for pictures, and how to connect another one. */
export function FramesView({ model }: { model: Model }) {
  const load = () => model.ask((api) => api.frames.$get())
  const { data, failure, reload } = useData(load, [], model.frameStore)
  const [isConnecting, setConnecting] = useState(false)
  useRefresh(reload, [])
  const frames = data?.frames
  return (
    <section>
      <h1>{t.app.frames}</h1>
      <div class="tools">
        <Button
          label={t.frames.connectFrame}
          icon="connect"
          class="primary"
          onClick={() => setConnecting(true)}
        />
      </div>
      <p role="alert">{failure}</p>
      {frames === undefined && failure === '' && <Skeleton />}
      {frames?.length === 0 && (
        <p class="message">
          <Icon name="frames" />
          {t.frames.none}
        </p>
      )}
      <ul class="frames">
        {sortFrames(frames ?? []).map((frame) => (
          <FrameCard key={frame.name || `/${frame.address}`} model={model} frame={frame} />
        ))}
      </ul>
      {isConnecting && (
        <ConnectDialog model={model} frames={frames ?? []} onClose={() => setConnecting(false)} />
      )}
    </section>
  )
}
