import { open, readFile, rename } from 'node:fs/promises'

/** The file that the systemd unit takes its settings from. Only root reads it. */
export const settingsFile = '/etc/photo-frame.env'

/** Reads a setting, without the quotes around it; `undefined` where there is none, or no file. */
export async function readSetting(name: string): Promise<string | undefined> {
  const text = await readFile(settingsFile, 'utf8').catch(() => '')
  const lines = text.matchAll(new RegExp(`^${name}=(["']?)(.*)\\1$`, 'gm'))
  return [...lines].at(-1)?.[2]
}

/**
 * Sets a setting to a value without single quotes, and keeps all others as they are. A power cut
 * leaves the file as it was before or after.
 * @throws the system's error.
 */
export async function writeSetting(name: string, value: string): Promise<void> {
  const lines = (await readFile(settingsFile, 'utf8')).trimEnd().split('\n')
  const others = lines.filter((line) => !line.trimStart().startsWith(`${name}=`))
  const text = [...others, `${name}='${value}'`, ''].join('\n')
  await using file = await open(`${settingsFile}.new`, 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await rename(`${settingsFile}.new`, settingsFile)
}
