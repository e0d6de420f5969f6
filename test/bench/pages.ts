import { newFolder, scrolling, thumbnails } from './pages/looking.ts'
import { uploadSpeed } from './pages/sending.ts'
import { slideshow } from './pages/slideshow.ts'
import { ifPossible } from './report.ts'

/** The first screens of the pages, and what is uploaded through them. */
export const pages = () =>
  ifPossible('the pages in a browser', ['chromium'], async () => [
    ...(await slideshow()),
    ...(await thumbnails()),
    ...(await newFolder()),
    ...(await scrolling()),
    ...(await uploadSpeed()),
  ])
