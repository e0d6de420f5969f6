import { QrCode } from '../frames/qr-code.tsx'
import { Button } from '../lib/button.tsx'
import { CopyLine } from '../lib/copy-line.tsx'
import { t } from '../lib/messages.ts'

/** Hands on the link of an invitation: as a code, as text, to other programs, and as a card. */
export const NewInvitation = ({ label, url }: { label: string; url: string }) => (
  <>
    {/* Printed alone. */}
    <div class="invitation">
      <p class="name">{label}</p>
      <QrCode text={url} />
      <p>{t.invite.card}</p>
    </div>
    <p>{t.invite.once}</p>
    <CopyLine line={url} />
    <div class="buttons">
      {'share' in navigator && (
        <Button
          label={t.invite.share}
          icon="share"
          class="primary"
          // Whoever closes the sheet has shared nothing.
          onClick={() => void navigator.share({ title: label, url }).catch(() => undefined)}
        />
      )}
      <Button label={t.invite.print} icon="print" onClick={() => print()} />
    </div>
  </>
)
