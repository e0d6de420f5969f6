import { Dialog } from '../dialogs/dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { CopyLine, QrCode } from '../lib/controls/copy-line.tsx'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'

/** What leads guests to an invitation. */
export interface Link {
  label: string | null
  url: string
}

/** Hands on the link of an invitation: as a code, as text, to other programs, and as a card. */
export function LinkDialog(props: { model: Model; link: Link; onClose: () => void }) {
  const { model, link, onClose } = props
  const { data: address, failure } = useData(() => model.ask((api) => api.address.$get()), [])
  // The computer of the service knows itself as localhost, which leads no guest to it.
  const url = address && new URL(new URL(link.url).pathname, address.url).href
  const title = link.label ?? t.guests.title
  return (
    <Dialog title={t.invite.action} heading={link.label ?? t.invite.action} onClose={onClose}>
      <p role="alert">{failure}</p>
      {url && (
        <>
          {/* Printed alone. */}
          <div class="invitation">
            <p class="name">{title}</p>
            <QrCode text={url} />
            <p>{t.invite.card}</p>
          </div>
          <CopyLine line={url} />
          <div class="buttons">
            {'share' in navigator && (
              <Button
                label={t.invite.share}
                class="primary"
                // Whoever closes the sheet has shared nothing.
                onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
              />
            )}
            <Button label={t.invite.print} onClick={() => print()} />
          </div>
        </>
      )}
      <div class="actions">
        <Button label={t.app.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}
