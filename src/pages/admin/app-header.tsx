import { Button } from './lib/button.tsx'
import { Icon } from './lib/icon.tsx'
import { t } from './lib/messages.ts'
import type { View } from './lib/location.ts'
import { SearchField } from './pictures/search-field.tsx'
import { sentenceOf } from './service/api-error.ts'
import type { Model } from './service/model.ts'

const tabs = [
  { icon: 'pictures', label: () => t.app.pictures, link: '#/pictures/' },
  { icon: 'frames', label: () => t.app.frames, link: '#/frames' },
  { icon: 'status', label: () => t.app.status, link: '#/status' },
] as const

/** What every view has above it: the ways to the others, and the search. */
export function Header({ model, view }: { model: Model; view: View }) {
  const current = view.name === 'frames' || view.name === 'status' ? view.name : 'pictures'
  const logOut = () =>
    void model.session.logOut().catch((error: unknown) => model.notice.say(sentenceOf(error)))
  return (
    <header class="bar">
      <nav aria-label={t.app.views}>
        {tabs.map(({ icon, label, link }) => (
          <a href={link} aria-current={icon === current ? 'page' : undefined}>
            <Icon name={icon} />
            {label()}
          </a>
        ))}
      </nav>
      <SearchField text={view.name === 'search' ? view.text : ''} />
      <Button label={t.app.logOut} icon="logOut" isIconOnly class="quiet" onClick={logOut} />
    </header>
  )
}
