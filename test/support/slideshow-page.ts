import { readSlideshow } from '../../src/pages/read-slideshow.ts'

/** The path of the folder of the pages. */
export const pages = `${import.meta.dir}/../../src/pages`

/** Makes the slideshow page as it is sent. */
export const makeSlideshowPage = await readSlideshow(pages)

/** The slideshow page as it is sent in English. */
export const slideshowPage = await makeSlideshowPage(['en'])
