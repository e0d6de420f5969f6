import { Button, type IconName } from '../lib/controls/button.tsx'
import { t } from '../lib/messages.ts'
import type { Frame } from './frame-facts.ts'
import { frameKinds } from './frame-kinds.ts'

/** What stands for the kinds that people know. */
const pictures: Readonly<Record<string, IconName>> = {
  browser: 'connect',
  kiosk: 'frames',
  esp32: 'picture',
  trmnl: 'device',
  kindle: 'cover',
}

/** Asks what a frame is whose requests do not say it, by pictures. */
export const KindQuestion = ({ onAnswer }: { onAnswer: (kind: Frame['kind']) => void }) => (
  <fieldset>
    <legend>{t.frames.whatIsIt}</legend>
    <div class="kinds">
      {frameKinds.map(({ id, panel, hasNoName }) => {
        const kind = panel !== undefined || hasNoName ? 'device' : 'page'
        return (
          pictures[id] && (
            <Button
              label={t.frames.kinds[id].label}
              icon={pictures[id]}
              onClick={() => onAnswer(kind)}
            />
          )
        )
      })}
    </div>
  </fieldset>
)
