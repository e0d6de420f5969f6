import { Button } from '../lib/controls/button.tsx'
import { t } from '../lib/messages.ts'
import type { Frame } from './frame-facts.ts'
import { frameKinds } from './frame-kinds.ts'

/** Asks what a frame is whose requests do not say it, by pictures. */
export const KindQuestion = ({ onAnswer }: { onAnswer: (kind: Frame['kind']) => void }) => (
  <fieldset>
    <legend>{t.frames.whatIsIt}</legend>
    <div class="kinds">
      {frameKinds.map(({ id, icon, panel, hasNoName }) => {
        const kind = panel !== undefined || hasNoName ? 'device' : 'page'
        return (
          icon && (
            <Button label={t.frames.kinds[id].label} icon={icon} onClick={() => onAnswer(kind)} />
          )
        )
      })}
    </div>
  </fieldset>
)
