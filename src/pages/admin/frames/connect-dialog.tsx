import { useRef, useState } from 'hono/jsx/dom'
import { Dialog } from '../dialogs/dialog.tsx'
import { useData } from '../lib/use-data.ts'
import { useTask } from '../lib/use-task.ts'
import type { Model } from '../service/model.ts'
import type { Frame } from './frame-facts.ts'
import { frameKinds, frameQuery, type FrameKind } from './frame-kinds.ts'
import { panelChoices, panels, panelSettings } from './panels.ts'
import { QrCode } from './qr-code.tsx'
import { Choice } from './setting-field.tsx'

const kindChoices = Object.fromEntries(frameKinds.map(({ id, label }) => [id, label]))

interface ConnectProps {
  model: Model
  frames: readonly Frame[]
  onClose: () => void
}

/** Helps to connect a frame: its kind, its name and its panel, then the line to type in. */
export function ConnectDialog({ model, frames, onClose }: ConnectProps) {
  const [kindId, setKindId] = useState('browser')
  const [typed, setName] = useState(() => freeName(frames))
  const [panelLabel, setPanel] = useState<string | undefined>(undefined)
  const [connected, setConnected] = useState('')
  const { failure, isBusy, run } = useTask()
  // The browser of a board may know the service as localhost, which leads no frame to it.
  const { data: address } = useData(() => model.address(), [])
  const origin = (address?.url ?? location.origin).replace(/\/$/, '')
  const kind = frameKinds.find(({ id }) => id === kindId)
  if (kind === undefined) return null
  // Spaces and periods are for the inside of a name.
  const name = typed.replace(/^[ .]+|[ .]+$/g, '')
  const panel = panels.find(({ label }) => label === (panelLabel ?? kind.panel))
  const known = frames.find((each) => each.name === name && name !== '')
  const state = `${kindId} ${name} ${panel?.label}`
  const needsPanel = kind.panel !== undefined && panel !== undefined
  const isReady = kind.hasNoName || (name !== '' && (!needsPanel || connected === state))
  const connect = (event: Event) => {
    event.preventDefault()
    if (panel === undefined) return
    void run(async () => {
      const settings = { ...known?.settings, ...panelSettings(panel) }
      await model.steerFrame(name, { settings: withoutEmpty(settings) })
      setConnected(state)
    })
  }
  return (
    <Dialog title="Connect a frame" class="connect" onClose={onClose}>
      <form onSubmit={connect}>
        <h2>Connect a frame</h2>
        <div class="fields">
          <label>
            Kind
            <Choice choices={kindChoices} value={kindId} onChange={setKindId} />
          </label>
          {kind.hasNoName !== true && (
            <label>
              Name
              <input
                type="text"
                value={typed}
                maxlength={64}
                required
                onInput={({ target }: Event) => {
                  if (target instanceof HTMLInputElement) {
                    setName(target.value.replace(/[^\p{L}\p{M}\p{Nd} ._-]+/gu, '-'))
                  }
                }}
              />
            </label>
          )}
          {kind.panel !== undefined && (
            <label>
              Panel
              <Choice choices={panelChoices} value={panel?.label ?? ''} onChange={setPanel} />
            </label>
          )}
        </div>
        {known !== undefined && kind.hasNoName !== true && connected === '' && (
          <p class="note">There is a frame of this name. Both get its pictures in turn.</p>
        )}
        <p role="alert">{failure}</p>
        {isReady && <Line kind={kind} line={kind.line(origin, frameQuery(name))} />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Close
          </button>
          {!isReady && (
            <button type="submit" class="primary" disabled={isBusy}>
              Connect
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** What to type in, and where. */
function Line({ kind, line }: { kind: FrameKind; line: string }) {
  const [copied, setCopied] = useState('')
  const shown = useRef<HTMLPreElement>(null)
  return (
    <>
      {kind.isPage && <QrCode text={line} />}
      <p>{kind.instructions}</p>
      <div class="copy">
        <pre class="line" ref={shown}>
          {line}
        </pre>
        <button type="button" onClick={() => setCopied(copyText(shown.current) ? line : '')}>
          {copied === line ? 'Copied' : 'Copy'}
        </button>
      </div>
    </>
  )
}

/**
 * Selects the text of an element and copies it, and says whether that was done. The clipboard's own
 * interface is for pages behind HTTPS alone; the text stays selected where this fails.
 */
function copyText(element: HTMLElement | null): boolean {
  if (element === null) return false
  getSelection()?.selectAllChildren(element)
  return document.execCommand('copy')
}

/** A name that no frame has, for somebody who has none in mind. */
const freeName = (frames: readonly Frame[]) =>
  ['hall', 'kitchen', 'desk'].find((name) => frames.every((each) => each.name !== name)) ??
  `frame-${frames.length}`

const withoutEmpty = (settings: Frame['settings']) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
