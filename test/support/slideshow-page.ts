import { handedOn } from '../../src/http/request/picking-query.ts'
import { slideshowPatterns } from '../../src/http/request/slideshow-options.ts'
import { readSlideshow } from '../../src/pages/read-slideshow.ts'

/** The slideshow page as it is sent. */
export const slideshowPage = await readSlideshow(
  new URL('../../src/pages/', import.meta.url),
  handedOn,
  slideshowPatterns,
)
