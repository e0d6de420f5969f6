import { useEffect, useState } from 'preact/hooks'
import { FolderView } from './pictures/albums/folder-view.tsx'
import { FoundView } from './pictures/found-view.tsx'
import { PhotosView } from './pictures/photos-view.tsx'
import { FramesView } from './frames/frames-view.tsx'
import { languageStore } from './lib/language.ts'
import { t } from './lib/messages.ts'
import { readView, titleOf, type View } from './lib/location.ts'
import { NoticeLine } from './lib/controls/notice.tsx'
import { LoginView } from './login-view.tsx'
import { Model } from './service/model.ts'
import { MoreView } from './more-view.tsx'
import { useStore } from './lib/store.ts'
import { useListener } from './lib/use-listener.ts'
import { readLimits } from './uploads/prepare-file.ts'
import { SharedFiles } from './uploads/shared-files.tsx'
import { UploadPanel } from './uploads/upload-panel.tsx'
import { Button, Icon } from './lib/controls/button.tsx'
import { SearchField } from './pictures/search-field.tsx'

const root = document.getElementById('app')
const data = { ...root?.dataset }
const model = new Model(readLimits(root), Number(data['trashDays']), 'session' in data)

/** The whole page: the login, or the view that the address names. */
export function App() {
  useStore(model.session)
  useStore(languageStore)
  const [asked, setView] = useState<View>(() => readView(location.hash))
  useListener('hashchange', () => setView(readView(location.hash)))
  // A file that is dropped where nothing takes it, or where something has just come up, would replace
  // the page.
  useListener('dragenter', (event) => event.preventDefault())
  useListener('dragover', (event) => event.preventDefault())
  useListener('drop', (event) => event.preventDefault())
  useEffect(() => {
    document.title = [...new Set([titleOf(asked), t.app.title])].join(' · ')
  }, [asked, t])
  const { isAsking } = model.session
  const { isLooking } = model
  const isForAdmins = asked.name === 'frames' || asked.name === 'more'
  const view = isLooking && isForAdmins ? readView('') : asked
  return (
    <>
      {isAsking && <LoginView session={model.session} />}
      <div hidden={isAsking}>
        <Header model={model} view={view} />
        <main key={`${isLooking}`} class={isLooking ? 'looking' : ''}>
          {view.name === 'photos' && <PhotosView model={model} {...view} />}
          {view.name === 'albums' && <FolderView model={model} {...view} />}
          {view.name === 'search' && <FoundView model={model} {...view} />}
          {view.name === 'frames' && <FramesView model={model} />}
          {view.name === 'more' && <MoreView model={model} />}
        </main>
        {!isLooking && <SharedFiles model={model} />}
        <div class="foot">
          <NoticeLine notice={model.notice} />
          {!isLooking && <UploadPanel model={model} />}
        </div>
      </div>
    </>
  )
}

const tabs = [
  { view: 'photos', icon: 'pictures', label: () => t.app.pictures, link: '#/photos' },
  { view: 'albums', icon: 'folder', label: () => t.app.albums, link: '#/pictures/' },
  { view: 'frames', icon: 'frames', label: () => t.app.frames, link: '#/frames' },
] as const

/** What every view has above it: the ways to the others, and the search. */
function Header({ model, view }: { model: Model; view: View }) {
  return (
    <header class="bar">
      <nav aria-label={t.app.views}>
        {(model.isLooking ? tabs.slice(0, 2) : tabs).map(({ icon, label, link, view: name }) => (
          <a href={link} aria-current={name === view.name ? 'page' : undefined}>
            <Icon name={icon} />
            {label()}
          </a>
        ))}
      </nav>
      <SearchField text={view.name === 'search' ? view.text : ''} />
      {model.isLooking ? (
        <Button
          label={t.login.action}
          icon="logIn"
          class="quiet"
          onClick={() => model.session.ask(true)}
        />
      ) : (
        <a
          href="#/more"
          aria-label={t.care.more}
          title={t.care.more}
          aria-current={view.name === 'more' ? 'page' : undefined}
        >
          <Icon name="admin" />
        </a>
      )}
    </header>
  )
}
