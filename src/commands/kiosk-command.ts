import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { systemCode } from '../lib/system/system-error.ts'
import { CommandError, type Command } from './command.ts'
import { kioskFiles, withBlock, withoutBlock, type KioskFile } from './kiosk-files.ts'
import { readSetting } from './settings-file.ts'

/** `photo-frame kiosk`: a desktop that starts with the slideshow. */
export const kioskCommand: Command = {
  options: { print: { type: 'boolean' }, user: { type: 'string' } },
  refuse: ([action, address, ...more]) => {
    if (action !== 'on' && action !== 'off') return 'Say kiosk on or kiosk off'
    if (address !== undefined && (action === 'off' || !/^https?:$/.test(protocolOf(address)))) {
      return `Unexpected argument '${address}'`
    }
    return more.length === 0 ? undefined : `Unexpected argument '${more[0]}'`
  },
  run: async ({ environment, stdout }, { print, user: named }, [action, address]) => {
    const { SUDO_USER: caller } = environment
    const user = await findUser(typeof named === 'string' ? named : caller)
    if (user === undefined) {
      throw new CommandError('There is no such user. Name that of the desktop: --user=NAME')
    }
    const files = kioskFiles(await slideshowAt(address))
    const autologin = 'raspi-config nonint do_boot_behaviour B4'
    const hasAutologin = process.getuid?.() === 0 && Bun.which('raspi-config') !== null
    if (print === true) {
      for (const { path, content, isBlock } of files) {
        const shown = typeof content === 'string' ? content : 'a pointer that can not be seen\n'
        const title = `${join(user.home, path)}${isBlock === true ? ', at its end' : ''}`
        stdout.write(`# ${title}:\n${shown}\n`)
      }
      stdout.write(`# As root, to start the desktop with the machine:\n${autologin}\n`)
      return 0
    }
    if (action === 'on' && hasAutologin) {
      const env = { ...environment, SUDO_USER: user.name }
      const set = Bun.spawn(autologin.split(' '), { env, stdout: 'ignore', stderr: 'inherit' })
      if ((await set.exited) !== 0) return 1
    }
    // What is in somebody's home belongs to them, and root follows no link that they made.
    if (process.getuid?.() === 0) {
      process.setegid?.(user.group)
      process.seteuid?.(user.id)
    }
    try {
      for (const file of files) await (action === 'on' ? put : take)(user.home, file)
    } catch (error) {
      if (systemCode(error) === undefined || !(error instanceof Error)) throw error
      throw new CommandError(
        `${error.message}. If it belongs to another user: ` +
          `sudo chown -R ${user.name}: ${join(user.home, '.config')} ${join(user.home, '.icons')}`,
      )
    }
    stdout.write(`${action === 'on' ? started(hasAutologin) : stopped}\n`)
    return 0
  },
}

const protocolOf = (address: string) => URL.parse(address)?.protocol ?? ''

const started = (hasAutologin: boolean) =>
  `The slideshow shows from the next start of the desktop: sudo reboot${
    hasAutologin ? '' : '\nThe desktop has to start with the machine, with somebody logged in.'
  }`

const stopped =
  'The desktop shows again from its next start: sudo reboot\n' +
  'It still logs in by itself; sudo raspi-config changes that.'

/** The slideshow at an address, or of this machine, for a frame with its name unless another is given. */
async function slideshowAt(address: string | undefined): Promise<URL> {
  const url = new URL(address ?? `http://localhost:${(await readSetting('PORT')) ?? '3000'}`)
  if (url.search === '') url.searchParams.set('frame', hostname().replaceAll(/[^\w-]/g, '-'))
  return url
}

/** Finds a user by name, or the person who uses this machine: who asks, or the first one made. */
async function findUser(name: string | undefined) {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => {
    const [login = '', , id, group, , home = ''] = line.split(':')
    return { name: login, id: Number(id), group: Number(group), home }
  })
  const own = process.getuid?.() === 0 ? 1000 : process.getuid?.()
  return users.find((user) => (name === undefined ? user.id === own : user.name === name))
}

async function put(home: string, file: KioskFile): Promise<void> {
  const path = join(home, file.path)
  if (file.isOptional === true && !existsSync(path)) return
  await mkdir(dirname(path), { recursive: true })
  const { content } = file
  const whole = file.isBlock !== true || typeof content !== 'string'
  await writeFile(path, whole ? content : withBlock(await textOf(path), content))
}

async function take(home: string, { path: name, isBlock }: KioskFile): Promise<void> {
  const path = join(home, name)
  const rest = isBlock === true ? withoutBlock(await textOf(path)) : ''
  if (rest !== '') return writeFile(path, rest)
  await rm(path, { force: true })
  // Only an empty folder is removed.
  for (let folder = dirname(path); folder !== home; folder = dirname(folder)) {
    await rmdir(folder).catch(() => undefined)
  }
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')
