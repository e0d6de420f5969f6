import { Dialog } from './dialogs/dialog.tsx'
import { useTask } from './lib/use-task.ts'
import type { Session } from './service/admin-session.ts'

/**
 * Asks for the password; password managers find a user name too, since they want one. It is a
 * dialog, so that it stands above a dialog that was open when the session ended.
 */
export function LoginView({ session }: { session: Session }) {
  const { failure, isBusy, run } = useTask()
  const submit = (event: Event) => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const password = new FormData(event.target).get('password')
    void run(() => session.logIn(`${password}`))
  }
  return (
    <Dialog title="Log in" class="login" onClose={() => undefined}>
      <svg viewBox="0 0 48 48" width={64} height={64} aria-hidden="true">
        <path
          fill="currentColor"
          d="M8 8h32a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4Zm0 4v19l9-9 8 8 5-5 10 10V12Zm24 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z"
        />
      </svg>
      <h1>Photos</h1>
      <form onSubmit={submit}>
        <input type="text" name="username" autocomplete="username" value="admin" hidden />
        <label>
          Password
          <input
            type="password"
            name="password"
            autocomplete="current-password"
            required
            autofocus
          />
        </label>
        <p role="alert">{failure}</p>
        <button type="submit" class="primary" disabled={isBusy}>
          Log in
        </button>
      </form>
    </Dialog>
  )
}
