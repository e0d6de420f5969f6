import { useState } from 'preact/hooks'
import type { FormField } from '../../../http/request/frame/form-fields.ts'
import { ActionDialog } from '../dialogs/action-dialog.tsx'
import { AlbumSheet } from '../dialogs/album-sheet.tsx'
import { useInvitations } from '../invitations/invitation-list.tsx'
import { formatDate, joinSentences, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import * as facts from './frame-facts.ts'
import { KindQuestion } from './kind-question.tsx'
import { panelChoices, panelOf, panelSettings } from './panels.ts'
import { ChoiceField, SettingField, TextField, type FieldValue } from './setting-field.tsx'
import { settingFields } from './setting-fields.ts'

/** Asks for what people call a frame, and for all of its settings. */
export function SettingsDialog(props: { model: Model; frame: facts.Frame; onClose: () => void }) {
  const { model, frame, onClose } = props
  const [label, setLabel] = useState(frame.label ?? '')
  const [values, setValues] = useState<Readonly<Record<string, FieldValue>>>(() => textsOf(frame))
  const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    invite: useInvitationNames(model, `${values['invite'] ?? ''}`),
    tag: useTags(model),
  }
  const [picking, setPicking] = useState<string | undefined>(undefined)
  const set = (name: string, value: FieldValue) => setValues((all) => ({ ...all, [name]: value }))
  // Tags come from programs that few use.
  const isOffered = ({ name, kind }: FormField) =>
    kind !== 'tag' || Object.keys(choices[name] ?? {}).length > 0 || values[name] !== undefined
  const [kind, setKind] = useState(() => facts.kindOf(frame))
  const isPanel = kind === 'device'
  const isTrmnl = facts.isTrmnl(frame)
  // What a panel honours of how pictures look.
  const isHonoured = ({ name }: FormField) =>
    !isPanel || name === 'fit' || (isTrmnl && name === 'quiet')
  const looks = settingFields.looks.filter(isHonoured)
  const first = ['folder', 'favourites', isPanel ? 'every' : 'seconds', 'clock', 'quiet']
  const group = (fields: readonly FormField[], title?: string) => (
    <fieldset>
      {title && <legend>{title}</legend>}
      <div class="fields">
        {fields.map(
          (field) =>
            isOffered(field) &&
            first.includes(field.name) === (title === undefined) && (
              <SettingField
                field={field}
                value={values[field.name] ?? ''}
                note={facts.describeOverride(frame, field.name)}
                min={`${values['from'] ?? ''}`}
                moreChoices={choices[field.name] ?? {}}
                onChange={(value) => set(field.name, value)}
                onAddFolder={() => setPicking(field.name)}
              />
            ),
        )}
      </div>
    </fieldset>
  )
  const save = async () => {
    const isSet = ([name, value]: [string, FieldValue]) =>
      // Days around a day need that day.
      value.length > 0 && (name !== 'days' || values['on'] === 'today')
    const settings = Object.fromEntries(Object.entries(values).filter(isSet))
    const json = { label, settings }
    await model.steer(frame.name, (api, named) => api.$put({ ...named, json }))
    model.notice.say(joinSentences(t.frames.saved, facts.describeHearing(frame)))
  }
  return (
    <>
      <ActionDialog
        title={facts.titleOf(frame)}
        isReady={kind !== null}
        class="long"
        action={t.app.save}
        onAct={save}
        onClose={onClose}
      >
        {kind === null ? (
          <KindQuestion onAnswer={setKind} />
        ) : (
          group([...settingFields.pictures, ...looks])
        )}
        <details
          hidden={kind === null}
          onInvalidCapture={(event) => event.currentTarget.toggleAttribute('open', true)}
        >
          <summary>{t.care.more}</summary>
          {group(settingFields.pictures, t.folder.filter)}
          {group(looks, t.frames.looks)}
          <fieldset>
            <legend>{t.picture.details}</legend>
            <div class="fields">
              <TextField
                label={t.app.name}
                value={label}
                placeholder={facts.proposalFor(frame)}
                onInput={setLabel}
              />
              {isPanel && !isTrmnl && (
                <ChoiceField
                  label={t.frames.panel}
                  choices={panelChoices()}
                  value={panelOf(values)}
                  onChange={(panel) => setValues({ ...values, ...panelSettings(panel) })}
                />
              )}
            </div>
          </fieldset>
        </details>
      </ActionDialog>
      {picking !== undefined && (
        <AlbumSheet
          model={model}
          title={t.frames.choose}
          isOffered={(album) => album !== '' && ![values[picking]].flat().includes(album)}
          onPick={async (folder) => set(picking, [values[picking] ?? [], folder].flat())}
          onClose={() => setPicking(undefined)}
        />
      )}
    </>
  )
}

/** The names of the invitations that live, by their ids. */
function useInvitationNames(model: Model, chosen: string): Readonly<Record<string, string>> {
  const { data } = useInvitations(model)
  // What is chosen has ended only where it is known.
  if (data === undefined) return { [chosen]: '…' }
  return Object.fromEntries(
    data.invitations.map(({ id, label, folder, expires }) => [
      id,
      listFacts([label ?? t.guests.title, folder, t.invite.until(formatDate(expires))]),
    ]),
  )
}

/** The tags that pictures have, with how many have each. */
function useTags(model: Model): Readonly<Record<string, string>> {
  const { data = { tags: [] } } = useData(() => model.ask((api) => api.tags.$get()), [])
  return Object.fromEntries(data.tags.map(({ tag, imageCount }) => [tag, `${tag} (${imageCount})`]))
}

/** The settings of a frame as an address has them. */
const textsOf = ({ settings }: facts.Frame): Record<string, FieldValue> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : value === true ? 'on' : `${value}`,
    ]),
  )
