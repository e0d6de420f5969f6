import { useRef, useState } from 'hono/jsx/dom'
import { FolderPicker } from '../dialogs/folder-picker.tsx'
import type { FormField } from '../../../collection/conditions/form-fields.ts'
import { conditionFields } from './condition-fields.ts'
import { frameKinds, queryOf, type FrameChoices } from './frame-recipes.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { QrCode } from './qr-code.tsx'

/** Helps to connect a frame: its kind, its conditions, and the line to type in. */
export function ConnectFrame({ model }: { model: Model }) {
  const [kindId, setKindId] = useState('browser')
  const [choices, setChoices] = useState<FrameChoices>({ frame: 'hall' })
  const [isCopied, setCopied] = useState(false)
  const shownLine = useRef<HTMLPreElement>(null)
  // The browser of a board may know the service as localhost, which leads no frame to it.
  const { data: address } = useData(() => model.address(), [])
  const origin = (address?.url ?? location.origin).replace(/\/$/, '')
  const kind = frameKinds.find(({ id }) => id === kindId) ?? frameKinds[0]
  if (kind === undefined) return null
  const set = (name: string, value: string) => {
    setChoices({ ...choices, [name]: value })
    setCopied(false)
  }
  const line = kind.line(origin, queryOf(choices))
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
            value={choices['frame'] ?? ''}
            maxlength={64}
            onInput={({ target }: Event) => {
              if (target instanceof HTMLInputElement) {
                set('frame', target.value.replace(/[^\w-]+/g, '-'))
              }
            }}
          />
        </label>
      </div>
      <details>
        <summary>Which pictures, and when</summary>
        <div class="fields">
          {conditionFields.map((field) => (
            <ConditionField
              model={model}
              field={field}
              value={choices[field.name] ?? ''}
              onChange={(value) => set(field.name, value)}
            />
          ))}
        </div>
      </details>
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

interface ConditionFieldProps {
  model: Model
  field: FormField
  value: string
  onChange: (value: string) => void
}

/** Asks for one condition, by the control that suits it. */
function ConditionField({ model, field, value, onChange }: ConditionFieldProps) {
  const [isPicking, setPicking] = useState(false)
  const { label, control } = field
  if (control.kind === 'folder') {
    return (
      <div>
        {label}
        <button type="button" onClick={() => setPicking(true)}>
          {value === '' ? 'Choose …' : value}
        </button>
        {isPicking && (
          <FolderPicker
            model={model}
            title={label}
            action="Choose"
            start={value}
            onPick={async (folder) => onChange(folder)}
            onClose={() => setPicking(false)}
          />
        )}
      </div>
    )
  }
  if (control.kind === 'date') {
    return (
      <label>
        {label}
        <input
          type="date"
          value={value}
          onInput={({ target }: Event) => {
            if (target instanceof HTMLInputElement) onChange(target.value)
          }}
        />
      </label>
    )
  }
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ target }: Event) => {
          if (target instanceof HTMLSelectElement) onChange(target.value)
        }}
      >
        {Object.entries(control.choices)
          // An object puts numbers first.
          .toSorted(([one], [other]) => Number(other === '') - Number(one === ''))
          .map(([choice, text]) => (
            <option value={choice} selected={choice === value}>
              {text}
            </option>
          ))}
      </select>
    </label>
  )
}
