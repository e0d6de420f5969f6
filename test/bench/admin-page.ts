import { lacks } from '../support/programs.ts'
import { moving } from './admin-page/moving.ts'
import { newFolder, scrolling, thumbnails } from './admin-page/looking.ts'
import { lossyUpload, uploadSpeed } from './admin-page/sending.ts'
import { skipped, type Row } from './report.ts'

/** The admin page, in a real browser. */
export async function adminPage(): Promise<Row[]> {
  const rows = await moving()
  if (lacks('chromium')) {
    return [...rows, skipped('the admin page', 'in a browser', 'no Chromium')]
  }
  return [
    ...rows,
    ...(await thumbnails()),
    ...(await newFolder()),
    ...(await scrolling()),
    await uploadSpeed(),
    await lossyUpload(),
  ]
}
