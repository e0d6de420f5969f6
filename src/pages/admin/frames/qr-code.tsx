import { t } from '../lib/messages.ts'

/** A QR code that the service draws: few who load the page look at one. */
export const QrCode = ({ text }: { text: string }) => (
  <img class="qr" src={`/admin/code.svg?text=${encodeURIComponent(text)}`} alt={t.frames.qrCode} />
)
