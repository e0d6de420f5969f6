/**
 * What the slideshow says. `{}` stands for what the comment names. Plain texts, since the page of
 * 2012's browsers has no `Intl.PluralRules`; without single quotes and ampersands.
 */
export interface SlideshowMessages {
  /** The title of the page. */
  title: string
  /** The host of the service. */
  waiting: string
  /** What it is that is wrong in the address of the page. */
  wrong: string
  /** The service failed. */
  failed: string
  noPictures: string
  /** The folders. */
  noPicturesIn: string
  /** Pictures may be there that the frame does not take. */
  none: string
  /** The address of the admin page, beside a QR code of it. */
  open: string
  copy: string
  send: string
  /** Asks for a name, and answers it. */
  name: string
  save: string
  no: string
  again: string
}
