import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../dialogs/dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { nameOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import { useData, useTask } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { InvitationList, type Link } from './invitation-list.tsx'
import { CopyLine, QrCode } from '../lib/controls/copy-line.tsx'

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
  /** Of an invitation that is to be handed on again. */
  link?: Link
  onClose: () => void
}

/** Invites guests to a folder, beside the invitations to it and to those below that live. */
export function InviteDialog({ model, folder, link, onClose }: InviteProps) {
  const { failure, isBusy, run, submit } = useTask()
  const [shown, setShown] = useState(link)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const show = async ({ url: own, label }: Link) => {
    // The computer of the service knows itself as localhost, which leads no guest to it.
    const { url: address } = await model.ask((api) => api.address.$get())
    setShown({ label, url: new URL(new URL(own).pathname, address).href })
  }
  useEffect(() => {
    if (link !== undefined) void run(() => show(link))
  }, [])
  const invite = async (form: FormData) => {
    const [days, maxFiles] = ['days', 'maxFiles'].map((name) => Number(form.get(name)))
    const [label, review] = [`${form.get('label')}`, form.has('review')]
    const json = { folder, label, days, maxFiles, review }
    await show(await model.ask((api) => api.invitations.$post({ json })))
  }
  const { data: known } = useData(() => model.ask((api) => api.invitations.$get()), [])
  // Those to one album are told apart.
  const count = known?.invitations.filter((each) => each.folder === folder).length ?? 0
  const name = Array.from(nameOf(folder)).slice(0, maxLabel).join('')
  const suggested = count === 0 || name === '' ? name : `${name} ${count + 1}`
  return (
    <Dialog title={t.invite.action} heading={shown?.label ?? t.invite.action} onClose={onClose}>
      {shown === undefined ? (
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
      ) : (
        <InvitationCard label={shown.label ?? t.guests.title} url={shown.url} />
      )}
      {shown === undefined && (
        <InvitationList {...{ model, folder }} onShow={(each) => void run(() => show(each))} />
      )}
      <div class="actions">
        <Button label={t.app.close} onClick={onClose} />
      </div>
    </Dialog>
  )
}

/** Hands on the link of an invitation: as a code, as text, to other programs, and as a card. */
const InvitationCard = ({ label, url }: { label: string; url: string }) => (
  <>
    {/* Printed alone. */}
    <div class="invitation">
      <p class="name">{label}</p>
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
          onClick={() => void navigator.share({ title: label, url }).catch(() => undefined)}
        />
      )}
      <Button label={t.invite.print} onClick={() => print()} />
    </div>
  </>
)
