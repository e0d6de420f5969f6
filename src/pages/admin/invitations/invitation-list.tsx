import { liesIn } from '../../../disk/paths.ts'
import { Button } from '../lib/controls/button.tsx'
import { formatDate, formatNumber, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData, useRefresh } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { EndingList } from './ending-list.tsx'
import type { Link } from './link-dialog.tsx'

/** Asks for the invitations that live. */
export const useInvitations = (model: Model) =>
  useData(() => model.ask((api) => api.invitations.$get()), [])

interface ListProps {
  model: Model
  folder: string
  listed: ReturnType<typeof useInvitations>
  /** Called with an invitation whose link is to be handed on again. */
  onShow: (link: Link) => void
}

/** The invitations that live, to a folder and to those below: what came by each, its link, and how to end it. */
export function InvitationList({ model, folder, listed, onShow }: ListProps) {
  const { data, failure, reload } = listed
  useRefresh(reload, [])
  const all = data?.invitations ?? []
  const inside = all.filter((each) => liesIn(each.folder, folder))
  return (
    <>
      <p role="alert">{failure}</p>
      {inside.length > 0 && <h2>{t.invite.active}</h2>}
      <EndingList
        items={inside.map(({ id, label, folder: path, files, maxFiles, expires, url }) => ({
          id,
          name: label ?? t.guests.title,
          notes: [
            ...(path === folder || path === label ? [] : [path]),
            listFacts([
              t.invite.came({ files: formatNumber(files), most: formatNumber(maxFiles) }),
              t.invite.until(formatDate(expires)),
            ]),
          ],
          action: url !== null && (
            <Button
              label={t.invite.share}
              of={label ?? t.guests.title}
              onClick={() => onShow({ label, url })}
            />
          ),
        }))}
        end={t.invite.end}
        title={t.invite.endTitle}
        text={t.invite.endText}
        onEnd={(id) =>
          model.ask((api) => api.invitations[':id'].$delete({ param: { id } })).then(reload)
        }
      />
    </>
  )
}
