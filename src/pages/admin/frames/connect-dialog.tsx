import { useState } from 'preact/hooks'
import { Dialog } from '../dialogs/dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { CopyLine, QrCode } from '../lib/controls/copy-line.tsx'
import { t } from '../lib/messages.ts'
import { useData, useTask } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import type { Frame } from './frame-facts.ts'
import { browser, frameKinds, frameQuery } from './frame-kinds.ts'
import { panelChoices, panelSettings } from './panels.ts'
import { ChoiceField, TextField } from './setting-field.tsx'

interface ConnectProps {
  model: Model
  frames: readonly Frame[]
  onClose: () => void
}

/** Helps to connect a frame: its kind, its name and its panel, then the line to type in. */
export function ConnectDialog({ model, frames, onClose }: ConnectProps) {
  const [kind, setKind] = useState(browser)
  const [typed, setName] = useState(`frame-${frames.length + 1}`)
  const [chosen, setPanel] = useState<string | undefined>(undefined)
  const [connected, setConnected] = useState('')
  const { failure, isBusy, act } = useTask()
  // The browser of a board may know the service as localhost, which leads no frame to it.
  const { data: address } = useData(() => model.ask((api) => api.address.$get()), [])
  const origin = (address?.url ?? location.origin).replace(/\/$/, '')
  const hasName = kind.hasNoName !== true
  // Spaces and periods are for the inside of a name.
  const name = typed.replace(/^[ .]+|[ .]+$/g, '')
  const panel = chosen ?? kind.panel ?? ''
  const known = frames.find((each) => each.name === name && name !== '')
  const state = `${name} ${panel}`
  const needsPanel = kind.panel !== undefined && panel !== ''
  const isReady = !hasName || (name !== '' && (!needsPanel || connected === state))
  const line = kind.line(origin, frameQuery(name))
  const connect = async () => {
    const settings = { ...known?.settings, ...panelSettings(panel) }
    const filled = Object.entries(settings).filter(([, value]) => value !== '')
    const json = { settings: Object.fromEntries(filled) }
    await model.steer(name, (api, named) => api.$put({ ...named, json }))
    setConnected(state)
  }
  return (
    <Dialog title={t.frames.connectFrame} onClose={onClose}>
      <h2>{t.frames.connectFrame}</h2>
      <div class="fields">
        <ChoiceField
          label={t.frames.kind}
          choices={Object.fromEntries(frameKinds.map(({ id }) => [id, t.frames.kinds[id].label]))}
          value={kind.id}
          onChange={(id) => setKind(frameKinds.find((each) => each.id === id) ?? browser)}
        />
        {hasName && (
          <TextField
            label={t.app.name}
            value={typed}
            note={known && connected !== state ? t.frames.nameTaken : ''}
            onInput={(text) => setName(text.replace(/[^\p{L}\p{M}\p{Nd} ._-]+/gu, '-'))}
          />
        )}
        {kind.panel !== undefined && (
          <ChoiceField
            label={t.frames.panel}
            choices={panelChoices()}
            value={panel}
            note={panel === kind.panel || needsPanel ? '' : t.frames.addSize}
            onChange={setPanel}
          />
        )}
      </div>
      <p role="alert">{failure}</p>
      {isReady && (
        <>
          {kind === browser && <QrCode text={line} />}
          <p>{t.frames.kinds[kind.id].todo}</p>
          <CopyLine line={line} />
        </>
      )}
      <div class="actions">
        <Button label={t.app.close} onClick={onClose} />
        {!isReady && (
          <Button
            label={t.frames.connect}
            icon="connect"
            class="primary"
            disabled={isBusy || name === ''}
            onClick={act(connect)}
          />
        )}
      </div>
    </Dialog>
  )
}
