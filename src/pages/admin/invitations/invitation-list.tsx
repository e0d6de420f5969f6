import { Button } from '../lib/button.tsx'
import { formatDate, formatNumber, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import { useTask } from '../lib/use-task.ts'
import type { Model } from '../service/model.ts'

/** The invitations that live, to a folder and to those below: what came by each, and how to end it. */
export function InvitationList({ model, folder }: { model: Model; folder: string }) {
  const { data = [], failure, reload } = useData(() => model.invitations(), [])
  const task = useTask()
  const inside = data.filter((each) => folder === '' || `${each.folder}/`.startsWith(`${folder}/`))
  const end = async (id: string) => {
    await model.endInvitation(id)
    await reload()
  }
  return (
    <>
      <p role="alert">{failure || task.failure}</p>
      {inside.length > 0 && <h2>{t.invite.active}</h2>}
      <ul class="invitations">
        {inside.map(({ id, label, folder: path, files, maxFiles, expires }) => (
          <li key={id}>
            <div>
              <span class="name">{label ?? t.guests.title}</span>
              {path !== folder && <span class="note">{path}</span>}
              <span class="note">
                {listFacts([
                  t.invite.came(formatNumber(files), formatNumber(maxFiles)),
                  t.invite.until(formatDate(expires)),
                ])}
              </span>
            </div>
            <Button
              label={t.invite.end}
              of={label ?? t.guests.title}
              class="danger"
              disabled={task.isBusy}
              onClick={() => void task.run(() => end(id))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
