import { useState } from 'preact/hooks'
import { Dialog } from '../dialogs/dialog.tsx'
import { AlbumSheet } from '../dialogs/album-sheet.tsx'
import { ShowOnDialog } from '../frames/show-dialogs.tsx'
import { Button, type ButtonProps, type IconName } from '../lib/controls/button.tsx'
import { parentOf } from '../lib/location.ts'
import { Menu } from '../lib/controls/menu.tsx'
import { t } from '../lib/messages.ts'
import { useListener } from '../lib/use-listener.ts'
import { useTask } from '../lib/use-data.ts'
import { download, markEntries, rotate } from '../pictures/change-pictures.ts'
import { useDeletion } from '../pictures/use-deletion.tsx'
import type { Model, Picture } from '../service/model.ts'

interface PictureActionsProps {
  model: Model
  picture: Picture
  hasFacts: boolean
  onFacts: () => void
  /** Turns the picture on the screen, by so many degrees clockwise. */
  onTurn: (angle: number) => void
  /** Called once the picture is gone from where it was. */
  onGone: () => void
}

/** What can be done with a picture: what is frequent as signs, the rest in a menu. */
export function PictureActions(props: PictureActionsProps) {
  const { model, picture, hasFacts, onFacts, onTurn, onGone } = props
  const { path, favourite, dimensions } = picture
  const folder = parentOf(path)
  const isUnreadable = dimensions.width === 0
  const [question, setQuestion] = useState<'show' | 'move' | undefined>(undefined)
  const close = () => setQuestion(undefined)
  const { failure, isBusy, run } = useTask()
  /** The picture that the failure is of. */
  const [changed, setChanged] = useState('')
  const deletion = useDeletion(model, onGone)
  const act = (task: () => Promise<unknown>) => () => {
    setChanged(path)
    void run(task)
  }
  const turn = (angle: 90 | -90) =>
    act(async () => {
      onTurn(angle)
      await rotate(model, [path], angle).catch((error: unknown) => {
        onTurn(-angle)
        throw error
      })
    })
  const sign = (
    icon: IconName,
    label: string,
    onClick: () => void,
    more?: Partial<ButtonProps>,
  ) => <Button label={label} sign={icon} disabled={isBusy} onClick={onClick} {...more} />
  const entry = (label: string, onClick: () => void, disabled = isBusy) => ({
    label,
    onClick,
    disabled,
  })
  const moveTo = async (target: string) => {
    await model.changes.moveImages([path], target)
    onGone()
  }
  const like = act(() => model.markImages([path], { favourite: !favourite }))
  const remove = act(() => deletion.deleteImages([path]))
  const [hasKeys, setKeys] = useState(false)
  useListener('keydown', ({ key, repeat, ctrlKey, altKey, metaKey }) => {
    // A key that is held down would delete one picture after the other.
    if (repeat || ctrlKey || altKey || metaKey || document.querySelector('.viewer dialog')) return
    const name = key.length === 1 ? key.toLowerCase() : key
    if (name === 'i') onFacts()
    if (model.isLooking || isBusy) return
    if (name === 'f') like()
    if (name === 'r') turn(90)()
    if (name === 'Delete') remove()
    if (name === '?') setKeys(true)
  })
  const facts = (
    <Button label={t.picture.details} sign="facts" aria-expanded={hasFacts} onClick={onFacts} />
  )
  if (model.isLooking) return <div class="viewer-bar doing">{facts}</div>
  return (
    <>
      <p role="alert">{changed === path && failure}</p>
      <div class="viewer-bar doing">
        {sign('favourite', t.picture.favourite, like, { 'aria-pressed': favourite })}
        {sign('showOn', t.picture.showOn, () => setQuestion('show'), { disabled: isUnreadable })}
        {facts}
        {sign('delete', t.app.delete, remove)}
        <Menu
          actions={[
            entry(t.picture.rotateLeft, turn(-90), isBusy || isUnreadable),
            entry(t.picture.rotateRight, turn(90), isBusy || isUnreadable),
            ...markEntries(model, [picture], act),
            entry(t.app.move, () => setQuestion('move')),
            entry(t.app.download, () => void download([picture]), false),
          ]}
        />
      </div>
      {question === 'show' && <ShowOnDialog model={model} path={path} onClose={close} />}
      {question === 'move' && (
        <AlbumSheet
          model={model}
          title={t.selection.moveTitle(1)}
          isOffered={(album) => album !== folder}
          onPick={moveTo}
          onClose={close}
        />
      )}
      {deletion.question}
      {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
    </>
  )
}

/** The keys of the open picture. */
function KeysDialog({ onClose }: { onClose: () => void }) {
  const keys = {
    F: t.picture.favourite,
    I: t.picture.details,
    R: t.picture.rotateRight,
    Delete: t.app.delete,
    '←': t.picture.before,
    '→': t.picture.next,
  }
  return (
    <Dialog title={t.picture.keys} heading={t.picture.keys} onClose={onClose}>
      {Object.entries(keys).map(([key, action]) => (
        <p>
          <kbd>{key}</kbd> {action}
        </p>
      ))}
    </Dialog>
  )
}
