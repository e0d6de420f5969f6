import { useState } from 'hono/jsx/dom'
import { useEffect } from './lib/use-effect.ts'
import { FolderView } from './pictures/folder-view.tsx'
import { FramesView } from './frames/frames-view.tsx'
import { languageStore } from './lib/language.ts'
import { t } from './lib/messages.ts'
import { readView, titleOf, type View } from './lib/location.ts'
import { NoticeLine } from './lib/notice.tsx'
import { LoginView } from './login-view.tsx'
import { sentenceOf } from './service/api-error.ts'
import { Model } from './service/model.ts'
import { StatusView } from './status-view.tsx'
import { useStore } from './lib/store.ts'
import { readLimits } from './uploads/prepare-file.ts'
import { UploadPanel } from './uploads/upload-panel.tsx'
import { Button } from './lib/button.tsx'

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
          <Header view={view} />
          <main>
            {view.name === 'pictures' && (
              <FolderView model={model} folder={view.folder} picture={view.picture} />
            )}
            {view.name === 'frames' && <FramesView model={model} />}
            {view.name === 'status' && <StatusView model={model} />}
          </main>
          <NoticeLine notice={model.notice} />
          <UploadPanel model={model} />
        </div>
      )}
    </>
  )
}

const tabs = [
  { name: 'pictures', label: () => t.app.pictures, link: '#/pictures/' },
  { name: 'frames', label: () => t.app.frames, link: '#/frames' },
  { name: 'status', label: () => t.app.status, link: '#/status' },
] as const

function Header({ view }: { view: View }) {
  const logOut = () =>
    void model.session.logOut().catch((error: unknown) => model.notice.say(sentenceOf(error)))
  return (
    <header class="bar">
      <nav aria-label={t.app.views}>
        {tabs.map(({ name, label, link }) => (
          <a href={link} aria-current={view.name === name ? 'page' : undefined}>
            {label()}
          </a>
        ))}
      </nav>
      <Button label={t.app.logOut} class="quiet" onClick={logOut} />
    </header>
  )
}
