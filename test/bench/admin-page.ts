import { moving } from './admin-page/moving.ts'
import { newFolder, scrolling, thumbnails } from './admin-page/looking.ts'
import { lossyUpload, uploadSpeed } from './admin-page/sending.ts'
import { ifPossible, type Row } from './report.ts'

export const adminPage = async (): Promise<Row[]> => [
  ...(await moving()),
  ...(await ifPossible('the admin page in a browser', ['chromium'], async () => [
    ...(await thumbnails()),
    ...(await newFolder()),
    ...(await scrolling()),
    ...(await uploadSpeed()),
    ...(await lossyUpload()),
  ])),
]
