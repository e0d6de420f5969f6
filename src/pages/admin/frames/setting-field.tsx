import type { FormField } from '../../../http/request/form-fields.ts'
import { Button } from '../lib/button.tsx'
import { t } from '../lib/messages.ts'
import { wordsOf } from './setting-fields.ts'

/** What a form has for a parameter: a text, or texts where it takes several. */
export type Value = string | readonly string[]

/** Calls with what an input holds. */
const onText = (use: (text: string) => void) => (event: Event) => {
  const { target } = event
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) use(target.value)
}

interface ChoiceProps {
  label: string
  /** What each value is called. */
  choices: Readonly<Record<string, string>>
  value: string
  note?: string | undefined
  onChange: (value: string) => void
}

/** Asks for one of several values; the empty one comes first. */
export const ChoiceField = ({ label, choices, value, note, onChange }: ChoiceProps) => (
  <label>
    {label}
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
    <span class="note">{note}</span>
  </label>
)

interface TextProps {
  label: string
  value: string
  type?: string
  example?: string
  note?: string | undefined
  onInput: (text: string) => void
}

/** Asks for a text, or for what an input of another type takes. */
export const TextField = ({ label, value, type, example, note, onInput }: TextProps) => (
  <label>
    {label}
    <input
      type={type ?? 'text'}
      value={value}
      placeholder={example}
      maxlength={64}
      onInput={onText(onInput)}
    />
    <span class="note">{note}</span>
  </label>
)

interface FieldProps {
  field: FormField
  value: Value
  note: string
  onChange: (value: Value) => void
  /** Asks for a folder; it is added to those that are chosen. */
  onAddFolder: () => void
}

/** Asks for one setting, by the control that suits it. */
export function SettingField({ field, value, note, onChange, onAddFolder }: FieldProps) {
  const { label, control, inWords } = wordsOf(field)
  const text = `${value}`
  if (control.kind === 'choice') {
    // What is set otherwise may be none of the choices.
    const choices = { [text]: inWords.replace('{}', text), ...control.choices }
    return <ChoiceField {...{ label, choices, value: text, note, onChange }} />
  }
  if (control.kind !== 'folder') {
    const { kind: type, example } = { example: '', ...control }
    return <TextField {...{ label, value: text, type, example, note }} onInput={onChange} />
  }
  const folders = [value].flat().filter((each) => each !== '')
  return (
    <div role="group" aria-label={label}>
      {label}
      {folders.map((folder) => (
        <Button
          label={`${folder} ✕`}
          spoken={t.app.actionOn(t.frames.takeAway, folder)}
          onClick={() => onChange(folders.filter((each) => each !== folder))}
        />
      ))}
      <Button label={`${t.frames.choose} …`} onClick={onAddFolder} />
      <span class="note">{note}</span>
    </div>
  )
}
