import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { t } from '../messages.ts'

/** A line to copy. */
export function CopyLine({ line }: { line: string }) {
  const [copied, setCopied] = useState('')
  const shown = useRef<HTMLPreElement>(null)
  const copy = () => {
    if (shown.current === null) return
    // The clipboard's own interface is for pages behind HTTPS alone; the text stays selected where
    // this fails.
    getSelection()?.selectAllChildren(shown.current)
    setCopied(document.execCommand('copy') ? line : '')
  }
  return (
    <div class="copy">
      <pre class="line" ref={shown}>
        {line}
      </pre>
      <Button label={copied === line ? t.invite.copied : t.invite.copy} onClick={copy} />
    </div>
  )
}

/** A QR code that the service draws: few who load the page look at one. */
export const QrCode = ({ text }: { text: string }) => (
  <img class="qr" src={`/admin/code.svg?text=${encodeURIComponent(text)}`} alt={t.frames.qrCode} />
)
