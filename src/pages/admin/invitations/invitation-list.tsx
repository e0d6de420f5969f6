import { useState } from 'preact/hooks'
import { ActionDialog } from '../dialogs/action-dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { formatDate, formatNumber, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'

/** What leads guests to an invitation. */
export interface Link {
  id: string
  label: string | null
  url: string
}

interface ListProps {
  model: Model
  folder: string
  /** Called with an invitation whose link is to be handed on again. */
  onShow: (link: Link) => void
}

/** The invitations that live, to a folder and to those below: what came by each, its link, and how to end it. */
export function InvitationList({ model, folder, onShow }: ListProps) {
  const { data = [], failure, reload } = useData(() => model.invitations(), [])
  const [ending, setEnding] = useState<(typeof data)[number] | undefined>(undefined)
  const inside = data.filter((each) => folder === '' || `${each.folder}/`.startsWith(`${folder}/`))
  const end = async (id: string) => {
    await model.endInvitation(id)
    await reload()
  }
  return (
    <>
      <p role="alert">{failure}</p>
      {inside.length > 0 && <h2>{t.invite.active}</h2>}
      <ul class="invitations">
        {inside.map((each) => {
          const { id, label, folder: path, files, maxFiles, expires, url } = each
          return (
            <li key={id}>
              <div>
                <span class="name">{titleOf(each)}</span>
                {path !== folder && <span class="note">{path}</span>}
                <span class="note">
                  {listFacts([
                    t.invite.came({ files: formatNumber(files), most: formatNumber(maxFiles) }),
                    t.invite.until(formatDate(expires)),
                  ])}
                </span>
              </div>
              {url !== null && (
                <Button
                  label={t.invite.share}
                  icon="share"
                  of={titleOf(each)}
                  onClick={() => onShow({ id, label, url })}
                />
              )}
              <Button
                label={t.invite.end}
                icon="end"
                of={titleOf(each)}
                class="danger"
                onClick={() => setEnding(each)}
              />
            </li>
          )
        })}
      </ul>
      {ending !== undefined && (
        <ActionDialog
          title={t.invite.endTitle(titleOf(ending))}
          action={t.invite.end}
          cancel={t.app.keep}
          isFinal
          onAct={() => end(ending.id)}
          onClose={() => setEnding(undefined)}
        >
          <p>{t.invite.endText}</p>
        </ActionDialog>
      )}
    </>
  )
}

const titleOf = ({ label }: { label: string | null }) => label ?? t.guests.title
