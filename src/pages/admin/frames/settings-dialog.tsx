import { useState } from 'hono/jsx/dom'
import type { FormField } from '../../../http/request/form-fields.ts'
import { ActionDialog } from '../dialogs/action-dialog.tsx'
import { FolderPicker } from '../dialogs/folder-picker.tsx'
import type { Model } from '../service/model.ts'
import { addressOf, describeHearing, titleOf, type Frame } from './frame-facts.ts'
import { panelChoices, panelOf, panels, panelSettings } from './panels.ts'
import { Choice, SettingField, type Value } from './setting-field.tsx'
import { describeConditions, settingFields } from './setting-fields.ts'

type Values = Readonly<Record<string, Value>>

const groups: readonly [string, readonly FormField[]][] = [
  ['Which pictures', settingFields.pictures],
  ['How they look', settingFields.looks],
  ['Its panel, if it has one', settingFields.sizes],
]

const known = new Set(groups.flatMap(([, fields]) => fields.map(({ name }) => name)))

/** Asks for what people call a frame, and for all of its settings. */
export function SettingsDialog(props: { model: Model; frame: Frame; onClose: () => void }) {
  const { model, frame, onClose } = props
  const [values, setValues] = useState<Values>(() => valuesOf(frame.settings))
  const [picking, setPicking] = useState<string | undefined>(undefined)
  const set = (name: string, value: Value) => setValues((all) => ({ ...all, [name]: value }))
  const inAddress = addressOf(frame)
  const others = Object.entries(values).filter(([name]) => !known.has(name))
  const save = async (form: FormData) => {
    const settings = settingsOf(values)
    await model.steerFrame(frame.name, { label: `${form.get('label')}`, settings })
    model.notice.say(`Saved. ${describeHearing(frame)}`.trim())
  }
  return (
    <>
      <ActionDialog title={titleOf(frame)} isLong action="Save" onAct={save} onClose={onClose}>
        <div class="fields">
          <label>
            What people call it
            <input type="text" name="label" value={frame.label ?? ''} maxlength={100} />
          </label>
        </div>
        {groups.map(([title, fields]) => (
          <fieldset>
            <legend>{title}</legend>
            <div class="fields">
              {fields === settingFields.sizes && (
                <label>
                  Panel
                  <Choice
                    choices={panelChoices}
                    value={panelOf(values)?.label ?? ''}
                    onChange={(label) => {
                      const panel = panels.find((each) => each.label === label)
                      setValues({ ...values, ...panelSettings(panel) })
                    }}
                  />
                </label>
              )}
              {fields.map((field) => (
                <SettingField
                  field={field}
                  value={values[field.name] ?? ''}
                  override={describeConditions(inAddress.filter(([name]) => name === field.name))}
                  onChange={(value) => set(field.name, value)}
                  onAddFolder={() => setPicking(field.name)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {others.length > 0 && (
          <p class="note">
            Set besides: {others.map(([name, value]) => `${name} ${value}`).join(', ')}
          </p>
        )}
      </ActionDialog>
      {picking !== undefined && (
        <FolderPicker
          model={model}
          title="Choose a folder"
          action="Choose"
          start=""
          onPick={async (folder) =>
            set(picking, [...new Set([...[values[picking] ?? []].flat(), folder])])
          }
          onClose={() => setPicking(undefined)}
        />
      )}
    </>
  )
}

const valuesOf = (settings: Frame['settings']): Values =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : value === true ? 'on' : `${value}`,
    ]),
  )

/** What is set. Days around a day need that day. */
const settingsOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value.length > 0 && (name !== 'days' || values['on'] === 'today'),
    ),
  )
