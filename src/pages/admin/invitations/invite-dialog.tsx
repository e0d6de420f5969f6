import { useState } from 'preact/hooks'
import { Dialog } from '../dialogs/dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { nameOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import { useTask } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { InvitationList, useInvitations } from './invitation-list.tsx'
import { LinkDialog, type Link } from './link-dialog.tsx'

/** How many characters of a label are suggested: it may have ten more. */
const maxLabel = 90

/** For how long an invitation lives, and how many pictures it takes, as the form suggests it. */
const numbers = [
  { name: 'days', max: 365, defaultValue: 7 },
  { name: 'maxFiles', max: 10_000, defaultValue: 500 },
]

interface InviteProps {
  model: Model
  folder: string
  onClose: () => void
}

/** Invites guests to a folder, beside the invitations to it and to those below that live. */
export function InviteDialog({ model, folder, onClose }: InviteProps) {
  const { failure, isBusy, submit } = useTask()
  const [link, setLink] = useState<Link | undefined>(undefined)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const listed = useInvitations(model)
  const invite = async (form: FormData) => {
    const [days, maxFiles] = ['days', 'maxFiles'].map((name) => Number(form.get(name)))
    const [label, review] = [`${form.get('label')}`, form.has('review')]
    const json = { folder, label, days, maxFiles, review }
    setLink(await model.ask((api) => api.invitations.$post({ json })))
  }
  // Those to one album are told apart.
  const count = listed.data?.invitations.filter((each) => each.folder === folder).length ?? 0
  const name = Array.from(nameOf(folder)).slice(0, maxLabel).join('')
  const suggested = count === 0 || name === '' ? name : `${name} ${count + 1}`
  if (link !== undefined) return <LinkDialog {...{ model, link, onClose }} />
  return (
    <Dialog title={t.invite.action} heading={t.invite.action} onClose={onClose}>
      <form onSubmit={submit(invite)}>
        <p>{t.invite.intro}</p>
        <div class="fields">
          <label>
            {t.invite.label}
            <input
              type="text"
              name="label"
              value={typed ?? suggested}
              maxlength={maxLabel + 10}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </label>
          {numbers.map(({ name, max, defaultValue }) => (
            <label>
              {name === 'days' ? t.invite.days : t.invite.pictures}
              <input type="number" {...{ name, max, defaultValue }} min={1} required />
            </label>
          ))}
        </div>
        <label class="choice">
          <input type="checkbox" name="review" />
          {t.invite.review}
        </label>
        <p role="alert">{failure}</p>
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {t.invite.create}
          </button>
        </div>
      </form>
      <InvitationList {...{ model, folder, listed }} onShow={setLink} />
      <div class="actions">
        <Button label={t.app.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}
