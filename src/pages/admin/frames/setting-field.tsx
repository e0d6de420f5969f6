import type { FormField } from '../../../http/request/form-fields.ts'

/** What a form has for a parameter: a text, or texts where it takes several. */
export type Value = string | readonly string[]

interface FieldProps {
  field: FormField
  value: Value
  /** What the address of the frame says instead, in words. */
  override: string
  onChange: (value: Value) => void
  /** Asks for a folder; it is added to those that are chosen. */
  onAddFolder: () => void
}

/** Calls with what an input holds. */
const onText = (use: (text: string) => void) => (event: Event) => {
  const { target } = event
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) use(target.value)
}

/** Asks for one setting, by the control that suits it. */
export function SettingField(props: FieldProps) {
  const { field, override } = props
  const note = override !== '' && <span class="note">Its address wins: {override}</span>
  const { kind } = field.control
  if (kind === 'folder' || kind === 'hours') {
    return (
      <div role="group" aria-label={field.label}>
        {field.label}
        {kind === 'folder' ? <Folders {...props} /> : <Hours {...props} />}
        {note}
      </div>
    )
  }
  return (
    <label>
      {field.label}
      <Input {...props} />
      {note}
    </label>
  )
}

function Input({ field: { control, inWords }, value, onChange }: FieldProps) {
  const text = `${value}`
  if (control.kind === 'choice') {
    // What is set otherwise may be none of the choices.
    const choices = { [text]: inWords.replace('{}', text), ...control.choices }
    return <Choice choices={choices} value={text} onChange={onChange} />
  }
  const { min, max } = control.kind === 'number' ? control : {}
  const type = control.kind
  return (
    <input
      type={type}
      value={text}
      min={min}
      max={max}
      onInput={onText((given) => onChange(given))}
    />
  )
}

interface ChoiceProps {
  /** What each value is called. */
  choices: Readonly<Record<string, string>>
  value: string
  onChange: (value: string) => void
}

/** A list to choose from; the empty value comes first. */
export const Choice = ({ choices, value, onChange }: ChoiceProps) => (
  <select value={value} onChange={onText(onChange)}>
    {Object.entries(choices)
      // An object puts numbers first.
      .toSorted(([one], [other]) => Number(other === '') - Number(one === ''))
      .map(([choice, text]) => (
        <option value={choice} selected={choice === value}>
          {text}
        </option>
      ))}
  </select>
)

function Hours({ value, onChange }: FieldProps) {
  const [from = '', to = ''] = `${value}`.split('-')
  const set = (start: string, end: string) => onChange(start + end === '' ? '' : `${start}-${end}`)
  const padded = (text: string) => text.padStart(5, '0').replace(/^0+$/, '')
  return (
    <div class="hours">
      <input
        type="time"
        aria-label="From"
        value={padded(from)}
        onInput={onText((text) => set(text, to))}
      />
      <input
        type="time"
        aria-label="To"
        value={padded(to)}
        onInput={onText((text) => set(from, text))}
      />
    </div>
  )
}

function Folders({ value, onChange, onAddFolder }: FieldProps) {
  const folders = [value].flat().filter((each) => each !== '')
  return (
    <>
      {folders.map((folder) => (
        <button
          type="button"
          class="chosen"
          aria-label={`Take away ${folder}`}
          onClick={() => onChange(folders.filter((each) => each !== folder))}
        >
          <span class="name">{folder}</span> ✕
        </button>
      ))}
      <button type="button" onClick={onAddFolder}>
        Choose …
      </button>
    </>
  )
}
