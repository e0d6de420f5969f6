import type { FormField } from '../../../http/request/frame/form-fields.ts'
import { Button } from '../lib/controls/button.tsx'
import { t } from '../lib/messages.ts'
import { wordsOf } from './setting-fields.ts'

/** What a form has for a parameter: a text, or texts where it takes several. */
export type FieldValue = string | readonly string[]

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
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
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
  /** What else the browser has to know to check it. */
  input?: { type: 'date'; min: string } | { type: 'time'; required: boolean }
  note?: string
  placeholder?: string
  onInput: (text: string) => void
}

/** Asks for a text, a date or a time. */
export const TextField = ({ label, input, note, onInput, ...attributes }: TextProps) => (
  <label>
    {label}
    <input
      maxlength={64}
      {...attributes}
      {...input}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
    <span class="note">{note}</span>
  </label>
)

interface FieldProps {
  field: FormField
  value: FieldValue
  note: string
  min: string
  /** What there is to choose besides what there always is. */
  moreChoices: Readonly<Record<string, string>>
  onChange: (value: FieldValue) => void
  /** Asks for a folder; it is added to those that are chosen. */
  onAddFolder: () => void
}

/** Asks for one setting, by the control that suits it. */
export function SettingField(props: FieldProps) {
  const { field, value, note, min, moreChoices, onChange, onAddFolder } = props
  const { name, kind } = field
  const { label, inWords, choices } = wordsOf(name)
  const text = `${value}`
  if (kind === 'choice') {
    // What is set otherwise may be none of the choices.
    const all = { [text]: inWords.replace('{}', text), ...choices, ...moreChoices }
    return <ChoiceField {...{ label, choices: all, value: text, note, onChange }} />
  }
  if (kind === 'date') {
    const input = { type: kind, min }
    return <TextField {...{ label, value: text, input, note }} onInput={onChange} />
  }
  if (kind === 'text') {
    const times = (text || '-').replace(/\b\d:/g, '0$&').split('-')
    const input = { type: 'time', required: text !== '' } as const
    return [label, t.frames.onAt].map((each, index) => (
      <TextField
        {...{ label: each, value: times[index] ?? '', input, note }}
        onInput={(time) => onChange(times.with(index, time).join('-').replace(/^-$/, ''))}
      />
    ))
  }
  const chosen = [value].flat().filter((each) => each !== '')
  return (
    <div role="group" aria-label={label}>
      {label}
      {chosen.map((name) => (
        <Button
          label={name}
          icon="close"
          spoken={t.app.actionOn({ action: t.app.forget, name })}
          onClick={() => onChange(chosen.filter((each) => each !== name))}
        />
      ))}
      {kind === 'folder' ? (
        <Button label={t.frames.choose} icon="folder" onClick={onAddFolder} />
      ) : (
        <select
          aria-label={label}
          onChange={({ currentTarget: { value: tag } }) => onChange([...new Set([...chosen, tag])])}
        >
          <option value="">{t.frames.choose}</option>
          {Object.entries(moreChoices).map(([tag, text]) => (
            <option value={tag}>{text}</option>
          ))}
        </select>
      )}
      <span class="note">{note}</span>
    </div>
  )
}
