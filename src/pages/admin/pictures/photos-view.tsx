import { useState } from 'preact/hooks'
import { t } from '../lib/messages.ts'
import { newestFirst, type Model } from '../service/model.ts'
import { useIncomingFiles, type IncomingFile } from '../uploads/incoming-files.ts'
import { PickButton } from '../uploads/pick-button.tsx'
import { FilesSheet } from '../uploads/shared-files.tsx'
import { FoundView } from './found-view.tsx'

interface PhotosProps {
  model: Model
  /** The path of the picture that is open. */
  picture: string | undefined
}

/** The pictures of all albums by month, and what adds some. */
export function PhotosView({ model, picture }: PhotosProps) {
  const [files, setFiles] = useState<readonly IncomingFile[]>([])
  const add = async (added: readonly IncomingFile[]) => {
    if (model.isLooking) return
    // Without albums there is nothing to choose.
    const albums = await model.albums().catch(() => [])
    if (albums.length > 0) setFiles(added)
    else model.uploadInto('', added)
  }
  const isDropping = useIncomingFiles((added) => void add(added), [model.isLooking])
  return (
    <section class={isDropping ? 'dropping' : ''}>
      {!model.isLooking && (
        <div class="tools">
          <PickButton
            label={t.folder.addPictures}
            icon="add"
            class="primary"
            accept={model.limits.accept}
            onFiles={(added) => void add(added)}
          />
        </div>
      )}
      <FoundView
        model={model}
        picture={picture}
        query={newestFirst}
        nothing={t.folder.nothingHere}
      />
      {files.length > 0 && <FilesSheet model={model} files={files} onClose={() => setFiles([])} />}
    </section>
  )
}
