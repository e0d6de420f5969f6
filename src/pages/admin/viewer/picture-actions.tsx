import { useState } from 'preact/hooks'
import { AlbumSheet } from '../dialogs/album-sheet.tsx'
import { ShowOnDialog } from '../frames/show-dialogs.tsx'
import { Button } from '../lib/controls/button.tsx'
import type { IconName } from '../lib/controls/icon.tsx'
import { parentOf } from '../lib/location.ts'
import { Menu } from '../lib/controls/menu.tsx'
import { t } from '../lib/messages.ts'
import { useTask } from '../lib/use-task.ts'
import { download } from '../pictures/selection-bar.tsx'
import type { Picture } from '../pictures/grid/thumbnail.tsx'
import { useDeletion } from '../pictures/use-deletion.tsx'
import type { Model } from '../service/model.ts'
import { ApiError } from '../service/api-error.ts'

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

/** What a sign has beyond its word. */
interface SignState {
  isOn?: boolean
  isOpen?: boolean
  disabled?: boolean
}

/** What can be done with a picture: what is frequent as signs, the rest in a menu. */
export function PictureActions(props: PictureActionsProps) {
  const { model, picture, hasFacts, onFacts, onTurn, onGone } = props
  const { path, favourite, hidden, dimensions } = picture
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
      await rotate(model, path, angle).catch((error: unknown) => {
        onTurn(-angle)
        throw error
      })
    })
  const sign = (icon: IconName, label: string, onClick: () => void, state: SignState = {}) => (
    <Button label={label} icon={icon} isIconOnly disabled={isBusy} onClick={onClick} {...state} />
  )
  const entry = (icon: IconName, label: string, onClick: () => void, disabled = isBusy) => ({
    icon,
    label,
    onClick,
    disabled,
  })
  const moveTo = async (target: string) => {
    await model.changes.moveImages([path], target)
    onGone()
  }
  const facts = sign('facts', t.picture.details, onFacts, { isOpen: hasFacts, disabled: false })
  if (model.isLooking) return <div class="viewer-bar doing">{facts}</div>
  return (
    <>
      <p role="alert">{changed === path && failure}</p>
      <div class="viewer-bar doing">
        {sign(
          'favourite',
          t.picture.favourite,
          act(() => model.markImages([path], { favourite: !favourite })),
          { isOn: favourite },
        )}
        {sign('showOn', t.picture.showOn, () => setQuestion('show'), { disabled: isUnreadable })}
        {facts}
        {sign(
          'delete',
          t.app.delete,
          act(() => deletion.deleteImages([path])),
        )}
        <Menu
          actions={[
            entry('rotateLeft', t.picture.rotateLeft, turn(-90), isBusy || isUnreadable),
            entry('rotateRight', t.picture.rotateRight, turn(90), isBusy || isUnreadable),
            entry(
              'hide',
              hidden ? t.picture.unhide : t.picture.hide,
              act(() => model.markImages([path], { hidden: !hidden })),
            ),
            entry(
              'cover',
              t.picture.useAsCover,
              act(() => model.makeCover(path)),
              isBusy || isUnreadable || hidden || folder === '',
            ),
            entry('move', t.app.move, () => setQuestion('move')),
            entry('download', t.app.download, () => void download([picture]), false),
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
    </>
  )
}

/** Why a picture can't be turned. */
const sentences = {
  wrong_format: () => t.picture.onlyJpeg,
  no_room: () => t.picture.noRoomToTurn,
  damaged: () => t.picture.damagedToTurn,
}

/**
 * Turns a picture by its file.
 * @param angle in degrees clockwise.
 * @throws {ApiError} with the reason where that can't be done.
 */
async function rotate(model: Model, path: string, angle: 90 | -90): Promise<void> {
  const [result] = await model.rotate(path, angle === 90 ? 90 : 270)
  if (result?.status === 'not_found') throw new ApiError('IMAGE_NOT_FOUND')
  if (result?.status === 'unsupported') {
    throw new ApiError('INVALID_REQUEST', { sentence: sentences[result.reason]() })
  }
}
