import type { JSX } from 'hono/jsx/dom/jsx-runtime'
import { isWanted, type IncomingFile } from './incoming-files.ts'

interface PickButtonProps {
  label: string
  class?: string
  /** The media types to choose from. */
  accept?: string
  /** Whether a folder is picked, with all pictures in it. */
  webkitdirectory?: boolean
  onFiles: (files: IncomingFile[]) => void
}

/** A button that lets a person pick files of the device. */
export function PickButton({
  label,
  onFiles,
  class: name = '',
  ...input
}: PickButtonProps): JSX.Element {
  const pick = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return
    const files = [...(target.files ?? [])].map((file) => {
      const folders = file.webkitRelativePath.split('/').slice(0, -1)
      return { file, folders }
    })
    onFiles(files.filter(isWanted))
    target.value = ''
  }
  return (
    <label class={`button ${name}`}>
      {label}
      <input type="file" multiple class="visually-hidden" onChange={pick} {...input} />
    </label>
  )
}
