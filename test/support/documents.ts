import { resolve } from 'node:path'

const project = resolve(import.meta.dir, '../..')
const read = (path: string) => Bun.file(resolve(project, path)).text()

export const readme = await read('README.md')
/** The page for who runs the service on an unusual disk, network or system. */
export const operating = await read('.github/docs/operate.md')
/** The page of requests to type. */
export const commandLine = await read('.github/docs/command-line.md')
/** The page for who sends photos from the share sheet of an iPhone. */
export const iphone = await read('.github/docs/iphone.md')
/** The page for who steers frames from Home Assistant. */
export const homeAssistant = await read('.github/docs/home-assistant.md')
