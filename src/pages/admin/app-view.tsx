import { useEffect, useState } from 'preact/hooks'
import { Header } from './app-header.tsx'
import { FolderView } from './pictures/folder-view.tsx'
import { FoundView, newestFirst } from './pictures/found-view.tsx'
import { FramesView } from './frames/frames-view.tsx'
import { languageStore } from './lib/language.ts'
import { t } from './lib/messages.ts'
import { readView, titleOf, type View } from './lib/location.ts'
import { NoticeLine } from './lib/notice.tsx'
import { LoginView } from './login-view.tsx'
import { Model } from './service/model.ts'
import { StatusView } from './status-view.tsx'
import { useStore } from './lib/store.ts'
import { readLimits } from './uploads/prepare-file.ts'
import { SharedFiles } from './uploads/shared-files.tsx'
import { UploadPanel } from './uploads/upload-panel.tsx'

const root = document.getElementById('app')
const model = new Model(readLimits(root), Number(root?.dataset['trashDays']))

/** The whole page: the login, or the view that the address names. */
export function App() {
  useStore(model.session)
  useStore(languageStore)
  const [view, setView] = useState<View>(() => readView(location.hash))
  useEffect(() => {
    const follow = () => setView(readView(location.hash))
    addEventListener('hashchange', follow)
    // A file that is dropped where nothing takes it would replace the page.
    const keep = (event: Event) => event.preventDefault()
    addEventListener('dragover', keep)
    addEventListener('drop', keep)
    // Each folder finds its place again by itself, once its pictures are there.
    history.scrollRestoration = 'manual'
    void model.session.check()
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('dragover', keep)
      removeEventListener('drop', keep)
    }
  }, [])
  useEffect(() => {
    document.title = `${titleOf(view)} · ${t.app.title}`
  }, [view, t])
  const { state, trouble, wasIn } = model.session
  if (state === 'unknown') return <p class="message">{trouble || t.app.connecting}</p>
  return (
    <>
      {state === 'out' && <LoginView session={model.session} />}
      {wasIn && (
        <div hidden={state === 'out'}>
          <Header model={model} view={view} />
          <main>
            {view.name === 'pictures' && (
              <FolderView model={model} folder={view.folder} picture={view.picture} />
            )}
            {view.name === 'newest' && (
              <FoundView
                key="newest"
                model={model}
                title={t.albums.newest}
                query={newestFirst}
                nothing={t.count.pictures(0)}
                picture={view.picture}
              />
            )}
            {view.name === 'search' && (
              <FoundView
                key="search"
                model={model}
                query={{ search: view.text }}
                nothing={t.albums.nothingFound(view.text)}
                picture={view.picture}
              />
            )}
            {view.name === 'frames' && <FramesView model={model} />}
            {view.name === 'status' && <StatusView model={model} />}
          </main>
          <SharedFiles model={model} />
          <div class="foot">
            <NoticeLine notice={model.notice} />
            <UploadPanel model={model} />
          </div>
        </div>
      )}
    </>
  )
}
