/** Where Chromium is; tests that need it are skipped where it is not. */
export const chromium =
  process.env['BUN_CHROME_PATH'] ??
  Bun.which('chromium') ??
  Bun.which('chromium-browser') ??
  Bun.which('google-chrome')

/** Opens a view of Chromium that notes what the console and the policies complain of. */
export async function openBrowser() {
  const complaints: string[] = []
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const argv = ['--disable-dev-shm-usage', ...sandbox]
  const view = new Bun.WebView({ backend: { type: 'chrome', path: chromium ?? '', argv } })
  await view.navigate('about:blank')
  await view.cdp('Runtime.enable')
  await view.cdp('Log.enable')
  for (const event of ['Runtime.exceptionThrown', 'Log.entryAdded']) {
    view.addEventListener(event, (said) =>
      complaints.push(JSON.stringify('data' in said ? said.data : said)),
    )
  }
  return { view, complaints, [Symbol.asyncDispose]: async () => view.close() }
}
