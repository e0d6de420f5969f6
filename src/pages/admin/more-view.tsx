import { useState } from 'preact/hooks'
import { capitalize, formatSize, listFacts } from './lib/format-text.ts'
import { t } from './lib/messages.ts'
import { Skeleton } from './lib/controls/skeleton.tsx'
import { useData, useTask, useRefresh } from './lib/use-data.ts'
import type { api, DataOf } from './service/api.ts'
import type { Model } from './service/model.ts'
import { useDeletion } from './pictures/use-deletion.tsx'
import { InvitationList, useInvitations } from './invitations/invitation-list.tsx'
import { LinkDialog, type Link } from './invitations/link-dialog.tsx'
import { Programs } from './programs.tsx'
import { TrashView } from './trash/trash-view.tsx'
import { Button } from './lib/controls/button.tsx'
import { ChoiceField } from './frames/setting-field.tsx'
import { changeLanguage, languages } from './lib/language.ts'

/** The state of the collection: what can't be shown, room on the disk, version. */
export function MoreView({ model }: { model: Model }) {
  const load = () => model.ask((api) => api.admin.$get())
  const { data: summary, failure, reload } = useData(load, [], model.contentStore)
  const { data: health, reload: reloadHealth } = useData(() => model.health(), [])
  const { deleteImages, question } = useDeletion(model)
  const invitations = useInvitations(model)
  const [link, setLink] = useState<Link | undefined>(undefined)
  const { failure: refusal, act } = useTask()
  const { totalImages: pictures = 0, totalFolders: folders = 0 } = summary ?? {}
  const isIndexing = health !== undefined && health.indexed < health.totalImages
  useRefresh(() => Promise.all([reload(), reloadHealth()]), [], health?.totalImages)
  return (
    <section>
      <h1>{t.care.more}</h1>
      <p role="alert">{failure || refusal}</p>
      <LanguageField />
      <Button label={t.app.logOut} onClick={act(() => model.session.logOut())} />
      {isIndexing && (
        <label class="card index">
          {t.status.read({ n: health.indexed, all: health.totalImages })}
          <progress max={health.totalImages} value={health.indexed} />
        </label>
      )}
      {summary === undefined && failure === '' && <Skeleton />}
      {summary !== undefined && (
        <>
          <dl class="facts card">
            <dt hidden={pictures === 0}>{t.app.pictures}</dt>
            <dd hidden={pictures === 0}>
              {listFacts([
                t.status.picturesIn({ pictures, folders }),
                formatSize(summary.totalSize),
              ])}
            </dd>
            <dt>{t.status.free}</dt>
            <dd>{formatSize(summary.disk.free)}</dd>
            <dt>{t.status.version}</dt>
            <dd>{health?.version}</dd>
          </dl>
          {summary.unreadable.length > 0 && <h2>{t.status.faults}</h2>}
          <ul class="unreadable">
            {summary.unreadable.map((fault) => (
              <FaultRow key={fault.path} fault={fault} onDelete={(path) => deleteImages([path])} />
            ))}
          </ul>
        </>
      )}
      {question}
      <InvitationList
        model={model}
        folder=""
        listed={{
          ...invitations,
          failure: invitations.failure === failure ? '' : invitations.failure,
        }}
        onShow={setLink}
      />
      {link && <LinkDialog {...{ model, link }} onClose={() => setLink(undefined)} />}
      <TrashView model={model} said={failure} />
      <Programs model={model} />
    </section>
  )
}

interface FaultProps {
  fault: DataOf<Awaited<ReturnType<typeof api.admin.$get>>>['unreadable'][number]
  onDelete: (path: string) => Promise<unknown>
}

/** A picture that something is wrong with, and what can be done about it. */
function FaultRow({ fault, onDelete }: FaultProps) {
  const { path, isFolder, isForeign } = fault
  const error = capitalize(fault.error)
  // What is foreign says itself what to do.
  const told = isForeign ? t.status.foreign(error) : t.status.damaged(error)
  const { failure, isBusy, act } = useTask()
  return (
    <li class="card">
      <div>
        <span class="name">{path}</span>
        <span class="note">{isFolder ? t.status.hiddenFolder(error) : told}</span>
        <span role="alert">{failure}</span>
      </div>
      {/* Nothing can be done here about a folder. */}
      {!isFolder && (
        <Button
          label={t.app.delete}
          of={path}
          class="danger"
          disabled={isBusy}
          onClick={act(() => onDelete(path))}
        />
      )}
    </li>
  )
}

const names = Object.fromEntries(languages.map(({ code, name }) => [code, name]))

/** Lets a person choose the language of the page, for this device. */
export function LanguageField() {
  const { failure, run } = useTask()
  return (
    <div class="fields">
      <ChoiceField
        label={t.status.language}
        choices={names}
        value={document.documentElement.lang}
        onChange={(code) => void run(() => changeLanguage(code))}
      />
      <p role="alert">{failure}</p>
    </div>
  )
}
