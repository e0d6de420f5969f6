import { quoted, screenScript } from './kiosk-screen.ts'

/** A file in the home folder of the desktop's user. */
export interface KioskFile {
  path: string
  content: string | Uint8Array
  /** Whether the content is a block among lines of others, rather than the whole file. */
  isBlock?: boolean
  /** Whether it is written only where the file is there: without it the desktop makes its own. */
  isOptional?: boolean
}

/** The name of a theme whose pointer can't be seen. */
const theme = 'photo-frame-kiosk'

const script = '.config/photo-frame/kiosk.sh'
const panelScript = '.config/photo-frame/screen.sh'

/**
 * Lists what makes labwc and Wayfire start with a slideshow, switch the panel by nothing but its frame,
 * and show no pointer: a page can hide it only where there is a mouse. Chromium must ask nothing,
 * neither with less than 1 GB of memory (RPi-Distro/chromium, `debian/scripts/chromium`) nor after a
 * power cut.
 * @param address of the slideshow.
 */
export function kioskFiles(address: URL): KioskFile[] {
  return [
    {
      path: script,
      content: `# Shows the slideshow. A browser that does not reach the service would show its own error page
# until somebody reloads it.
pkill -x swayidle # which switches the screen off
until curl -sfo /dev/null ${quoted(new URL('/api/health', address).href)}; do sleep 2; done
bash ~/${panelScript} &
exec chromium --kiosk --noerrdialogs --disable-infobars --no-first-run --no-memcheck \\
  --hide-crash-restore-bubble --password-store=basic ${quoted(address.href)}
`,
    },
    { path: panelScript, content: screenScript(address) },
    { path: '.config/labwc/autostart', content: `sh ~/${script} &\n`, isBlock: true },
    { path: '.config/labwc/environment', content: `XCURSOR_THEME=${theme}\n`, isBlock: true },
    {
      path: '.config/wayfire.ini',
      content: `[autostart]
photo_frame = sh ~/${script}
[idle]
dpms_timeout = -1
screensaver_timeout = -1
[input]
cursor_theme = ${theme}
`,
      isBlock: true,
      isOptional: true,
    },
    { path: `.icons/${theme}/index.theme`, content: `[Icon Theme]\nName=${theme}\n` },
    ...['default', 'left_ptr'].map((name) => ({
      path: `.icons/${theme}/cursors/${name}`,
      content: noCursor(),
    })),
  ]
}

/** A cursor of one transparent pixel (Xcursor(3)): header, one entry, and the picture it leads to. */
function noCursor(): Uint8Array {
  const [picture, size, version] = [0xfffd_0002, 24, 1]
  const header = [Buffer.from('Xcur').readUInt32LE(), 16, 0x1_0000, 1]
  const entry = [picture, size, 28]
  const [width, height, x, y, delay, pixel] = [1, 1, 0, 0, 0, 0]
  const chunk = [36, picture, size, version, width, height, x, y, delay, pixel]
  const bytes = Buffer.alloc(4 * (header.length + entry.length + chunk.length))
  for (const [index, value] of [...header, ...entry, ...chunk].entries()) {
    bytes.writeUInt32LE(value, 4 * index)
  }
  return bytes
}

const begin = '# photo-frame kiosk: begin'
const end = '# photo-frame kiosk: end'

/** Takes the block that this program wrote out of a text. */
export const withoutBlock = (text: string) =>
  text.replace(new RegExp(`^${begin}\\n[^]*?^${end}\\n`, 'gm'), '')

/** Puts a block of lines at the end of a text, in place of an earlier one. */
export function withBlock(text: string, block: string): string {
  const rest = withoutBlock(text)
  const separator = rest === '' || rest.endsWith('\n') ? '' : '\n'
  return `${rest}${separator}${begin}\n${block}${end}\n`
}
