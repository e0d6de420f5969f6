import { access, constants } from 'node:fs/promises'
import { systemCode } from '../lib/system/system-error.ts'
import { CommandError, type Command } from './command.ts'
import { hashNewPassword } from './new-password.ts'
import { settingsFile, writeSetting } from './settings-file.ts'

/** `photo-frame set-password`: changes the password of the installed service, and restarts it. */
export const setPasswordCommand: Command = {
  run: async ({ stdin, stdout, stderr }) => {
    try {
      // Before somebody types a password in vain.
      await access(settingsFile, constants.R_OK | constants.W_OK)
      await writeSetting('ADMIN_PASSWORD', await hashNewPassword(stdin, stderr))
    } catch (error) {
      const complaint = complaints[systemCode(error) ?? '']
      throw complaint === undefined ? error : new CommandError(complaint)
    }
    const restart = Bun.spawn(['systemctl', 'try-restart', 'photo-frame'], { stderr: 'inherit' })
    if ((await restart.exited) !== 0) return 1
    stdout.write('The password is changed, and everybody has to log in again.\n')
    return 0
  },
}

const complaints: Readonly<Record<string, string>> = {
  EACCES: 'This takes root: sudo photo-frame set-password',
  ENOENT:
    `There is no ${settingsFile}, which comes with the package. Without it, set ADMIN_PASSWORD to ` +
    'what photo-frame hash-password prints.',
}
