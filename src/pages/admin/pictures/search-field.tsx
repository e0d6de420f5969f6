import { useEffect, useRef, useState } from 'preact/hooks'
import { CloseButton, Icon } from '../lib/controls/button.tsx'
import { search } from '../lib/location.ts'
import { t } from '../lib/messages.ts'

/** How long nothing more has to be typed before it is searched, in milliseconds. */
const pauseMs = 250

/** Finds folders and pictures by their names and descriptions, as one types; an icon alone where there is no room. */
export function SearchField({ text }: { text: string }) {
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const searchSoon = (value: string, pause = pauseMs) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(value.trim()), pause)
  }
  useEffect(() => {
    clearTimeout(timer.current)
    // What the address says, with the space that may be typed before the next word.
    setTyped((value) => (value.trim() === text ? value : text))
  }, [text])
  const searchNow = (value: string) => {
    searchSoon(value, 0)
    input.current?.blur()
  }
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event: Event) => {
        event.preventDefault()
        searchNow(typed)
      }}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && searchNow('')}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        enterkeyhint="search"
        aria-label={t.albums.search}
        placeholder={t.albums.search}
        autocomplete="off"
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => searchSoon(currentTarget.value)}
      />
      {typed !== '' && <CloseButton label={t.app.close} onClick={() => searchNow('')} />}
    </form>
  )
}
