import { useRef, useState } from 'hono/jsx/dom'
import { FolderPicker } from '../dialogs/folder-picker.tsx'
import { frameKinds, queryOf, type FrameConditions } from './frame-recipes.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { QrCode } from './qr-code.tsx'

const start: FrameConditions = {
  frame: 'hall',
  folder: '',
  orientation: '',
  order: '',
  since: '',
  every: '',
}

const choices = {
  orientation: {
    label: 'Which pictures',
    options: {
      '': 'All',
      match: 'Those that fit the screen',
      landscape: 'Landscape',
      portrait: 'Portrait',
    },
  },
  since: { label: 'How old', options: { '': 'Any', '30d': 'Last 30 days', '365d': 'Last year' } },
  order: {
    label: 'Order',
    options: { '': 'Shuffled', newest: 'Newest first', oldest: 'Oldest first', name: 'By name' },
  },
  every: {
    label: 'Change together with others',
    options: { '': 'No', '15m': 'Every 15 minutes', '1h': 'Every hour', '24h': 'Every day' },
  },
} as const

/** Helps to connect a frame: its kind, its conditions, and the line to type in. */
export function ConnectFrame({ model }: { model: Model }) {
  const [kindId, setKindId] = useState('browser')
  const [conditions, setConditions] = useState(start)
  const [isPicking, setPicking] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const shownLine = useRef<HTMLPreElement>(null)
  // On the board itself the page's own address is no use to a frame.
  const { data: address } = useData(() => model.address(), [])
  const origin = (address?.url ?? location.origin).replace(/\/$/, '')
  const kind = frameKinds.find(({ id }) => id === kindId) ?? frameKinds[0]
  if (kind === undefined) return null
  const set = (change: Partial<FrameConditions>) => {
    setConditions({ ...conditions, ...change })
    setCopied(false)
  }
  const line = kind.line(origin, queryOf(conditions))
  const copy = () => setCopied(copyText(shownLine.current))
  return (
    <section class="connect" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect a frame</h2>
      <div class="fields">
        <label>
          Kind
          <select
            value={kindId}
            onChange={({ target }: Event) => {
              if (target instanceof HTMLSelectElement) setKindId(target.value)
            }}
          >
            {frameKinds.map(({ id, label }) => (
              <option value={id} selected={id === kindId}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          Name
          <input
            type="text"
            value={conditions.frame}
            maxlength={64}
            onInput={({ target }: Event) => {
              if (target instanceof HTMLInputElement) {
                set({ frame: target.value.replace(/[^\w-]+/g, '-') })
              }
            }}
          />
        </label>
        <div>
          Folder
          <button type="button" onClick={() => setPicking(true)}>
            {conditions.folder === '' ? 'All pictures' : conditions.folder}
          </button>
        </div>
        <Choice
          name="orientation"
          value={conditions.orientation}
          onChange={(orientation) => set({ orientation })}
        />
        <Choice name="since" value={conditions.since} onChange={(since) => set({ since })} />
        <Choice name="order" value={conditions.order} onChange={(order) => set({ order })} />
        <Choice name="every" value={conditions.every} onChange={(every) => set({ every })} />
      </div>
      <p>{kind.instructions}</p>
      <pre class="line" ref={shownLine}>
        {line}
      </pre>
      <div class="buttons">
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
      {kind.isPage && <QrCode text={line} />}
      {isPicking && (
        <FolderPicker
          model={model}
          title="Only pictures from"
          action="Choose"
          start={conditions.folder}
          onPick={async (folder) => set({ folder })}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
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

type Choices = typeof choices

interface ChoiceProps<Name extends keyof Choices> {
  name: Name
  value: FrameConditions[Name]
  onChange: (value: FrameConditions[Name]) => void
}

function Choice<Name extends keyof Choices>({ name, value, onChange }: ChoiceProps<Name>) {
  const { label, options } = choices[name]
  const isOption = (text: string): text is FrameConditions[Name] & string => text in options
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ target }: Event) => {
          if (target instanceof HTMLSelectElement && isOption(target.value)) onChange(target.value)
        }}
      >
        {Object.entries(options).map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
