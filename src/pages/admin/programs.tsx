import { useState } from 'preact/hooks'
import { TextField } from './frames/setting-field.tsx'
import { EndingList } from './invitations/ending-list.tsx'
import { Button } from './lib/controls/button.tsx'
import { CopyLine } from './lib/controls/copy-line.tsx'
import { formatAgo } from './lib/format-text.ts'
import { t } from './lib/messages.ts'
import { useData, useTask } from './lib/use-data.ts'
import type { Model } from './service/model.ts'

/** The programs that may do what an admin may: when each was here last, and how to add and to end one. */
export function Programs({ model }: { model: Model }) {
  const { data, failure, reload } = useData(() => model.ask((api) => api.auth.tokens.$get()), [])
  const [label, setLabel] = useState('')
  const [token, setToken] = useState('')
  const { failure: refusal, isBusy, act } = useTask()
  const add = async () => {
    setToken((await model.ask((api) => api.auth.tokens.$post({ json: { label } }))).token)
    setLabel('')
    await reload()
  }
  return (
    <details class="card programs">
      <summary>{t.programs.title}</summary>
      <p class="note">{t.programs.intro}</p>
      <p role="alert">{failure || refusal}</p>
      <EndingList
        items={(data?.tokens ?? []).map(({ id, label: name, lastUsed }) => ({
          id,
          name,
          notes: lastUsed === null ? [] : [t.frames.asked(formatAgo(lastUsed))],
        }))}
        end={t.app.forget}
        title={t.frames.forgetTitle}
        text={t.programs.ended}
        onEnd={(id) =>
          model.ask((api) => api.auth.tokens[':id'].$delete({ param: { id } })).then(reload)
        }
      />
      {token !== '' && (
        <>
          <p>{t.programs.shownOnce}</p>
          <CopyLine line={token} />
        </>
      )}
      <TextField label={t.app.name} value={label} onInput={setLabel} />
      <Button label={t.programs.add} disabled={isBusy || label.trim() === ''} onClick={act(add)} />
    </details>
  )
}
