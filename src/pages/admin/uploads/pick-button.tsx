import type { JSX, RefObject } from 'preact'
import { Icon } from '../lib/controls/button.tsx'
import { isWanted, type IncomingFile } from './incoming-files.ts'

interface PickInputProps {
  /** The media types to choose from. */
  accept?: string
  /** Whether a folder is picked, with all pictures in it. */
  webkitdirectory?: boolean
  /** Out of the way of keys and screen readers, where something else opens it. */
  hidden?: boolean
  inputRef?: RefObject<HTMLInputElement | null>
  onFiles: (files: IncomingFile[]) => void
}

/** Lets a person pick files of the device. */
export function PickInput({ onFiles, inputRef, ...input }: PickInputProps): JSX.Element {
  const pick = (target: HTMLInputElement) => {
    const files = [...(target.files ?? [])].map((file) => {
      const folders = file.webkitRelativePath.split('/').slice(0, -1)
      return { file, folders }
    })
    onFiles(files.filter(isWanted))
    target.value = ''
  }
  return (
    <input
      type="file"
      multiple
      class="visually-hidden"
      onChange={({ currentTarget }) => pick(currentTarget)}
      {...(inputRef && { ref: inputRef })}
      {...input}
    />
  )
}

interface PickButtonProps extends PickInputProps {
  label: string
  class?: string
}

/** A button that lets a person pick files of the device. */
export const PickButton = ({ label, class: name = 'primary', ...input }: PickButtonProps) => (
  <label class={`button ${name}`}>
    <Icon name="add" />
    {label}
    <PickInput {...input} />
  </label>
)
