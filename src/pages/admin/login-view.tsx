import { useEffect, useState } from 'preact/hooks'
import { Dialog } from './dialogs/dialog.tsx'
import { Button } from './lib/controls/button.tsx'
import { formatLeft } from './lib/format-text.ts'
import { t } from './lib/messages.ts'
import { useTask } from './lib/use-data.ts'
import { LanguageField } from './more-view.tsx'
import type { Session } from './service/admin-session.ts'
import { ApiError } from './service/api-error.ts'

/**
 * Asks for the password; password managers find a user name too, since they want one. It is a
 * dialog, so that it stands above a dialog that was open when the session ended.
 */
export function LoginView({ session }: { session: Session }) {
  const { failure, isBusy, submit } = useTask()
  const { left, wait } = useCountdown()
  const logIn = async (form: FormData) => {
    try {
      const [password, remember] = [`${form.get('password')}`, form.has('remember')]
      await session.logIn({ password, remember })
    } catch (error) {
      wait(error instanceof ApiError ? error.retryAfter * 1000 : 0)
      throw error
    }
  }
  const close = () => {
    if (!session.wasIn) session.ask(false)
  }
  return (
    <Dialog title={t.login.action} class="login" onClose={close}>
      <img src="/admin/icon.svg" alt="" width={64} height={64} />
      <h1>{t.app.title}</h1>
      <form onSubmit={submit(logIn)}>
        <input type="text" name="username" autocomplete="username" value="admin" hidden />
        <label>
          {t.login.password}
          <input
            type="password"
            name="password"
            autocomplete="current-password"
            autocapitalize="none"
            spellcheck={false}
            required
            autofocus
          />
        </label>
        <label class="choice">
          <input type="checkbox" name="remember" defaultChecked />
          {t.login.stay}
        </label>
        <p role="alert">{left !== 0 && failure}</p>
        <p class="note">{left ? t.login.tryAgainIn(formatLeft(left)) : ''}</p>
        <button type="submit" class="primary" disabled={isBusy || (left ?? 0) > 0}>
          {t.login.action}
        </button>
        {!session.wasIn && <Button label={t.app.cancel} class="quiet" onClick={close} />}
      </form>
      <LanguageField />
    </Dialog>
  )
}

/** Counts down how long to wait, in milliseconds: `undefined` where there was no reason to. */
function useCountdown() {
  const [end, setEnd] = useState(0)
  const [, setNow] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const left = end === 0 ? undefined : Math.max(end - Date.now(), 0)
  return { left, wait: (time: number) => setEnd(time === 0 ? 0 : Date.now() + time) }
}
