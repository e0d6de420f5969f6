import type { SlideshowMessages } from './slideshow-messages.ts'

/** The messages of the admin page, and the shape of those in all other languages. */
export const admin = () => ({
  app: { title: 'Photos' },
  login: {
    action: 'Log in',
    password: 'Password',
    showPassword: 'Show password',
    stay: 'Stay logged in',
    tryAgainIn: (time: string) => `Try again in ${time}.`,
  },
  errors: {
    wrongPassword: 'The password is wrong.',
    loggedOut: 'You are logged out. Log in again.',
    otherSite:
      'The service takes this page for another site’s. Open it at its own address; a proxy has to pass on the host.',
    folderGone: 'There is no such folder. It may have been moved or deleted.',
    pictureGone: 'There is no such picture. It may have been moved or deleted.',
    frameGone: 'There is no such frame.',
    folderName:
      'Choose another name: without < > : " | ? * \\, without a space at either end, without a period at the start or end, and not too long.',
    noPicture: 'This is no picture that can be shown.',
    tooLarge: 'The file is too large.',
    tooMany: 'That is too much at once. Select less.',
    tooManyLogins: 'Too many wrong passwords.',
    busy: 'The service is busy. Try again in a moment.',
    disk: 'The disk does not work: it may be full, write-protected or not connected.',
    refused: 'The service can’t do this. Reload the page and try again.',
    failed: 'Something went wrong in the service. Its log says more.',
    unexpected: 'Something went wrong. Reload the page.',
    offline: 'The service does not answer. Check that you are in its network.',
    otherAnswer: (status: string) =>
      `Something on the way to the service answered in its place (status ${status}). Try again in a moment.`,
  },
  guests: {
    title: 'Add your photos',
    intro: 'Choose pictures on this device: they will be shown on the picture frame.',
    add: 'Add pictures',
    addMore: 'Add more',
    thanks: 'Thank you! Your pictures have arrived.',
    ended: 'This link does not work any more, or never did. Ask for another one.',
    full: 'This link takes no more pictures. Ask for another one.',
  },
  invite: {
    action: 'Invite guests',
    intro:
      'Whoever has the link can add pictures to this folder without the password, and sees none.',
    label: 'Name of the event',
    days: 'For how many days',
    pictures: 'For how many pictures',
    create: 'Make a link',
    once: 'Keep the link or print the card: it is shown only this once.',
    copy: 'Copy',
    copied: 'Copied',
    close: 'Close',
    share: 'Share',
    print: 'Print a card',
    card: 'Scan the code and add your photos.',
    active: 'Links that work',
    came: (files: string, all: string) => `${files} of ${all} pictures`,
    until: (date: string) => `until ${date}`,
    end: 'End',
    fromLabel: (label: string) => `from: ${label}`,
    fromGuests: 'from guests',
    guests: 'From guests',
  },
})

export type Messages = ReturnType<typeof admin>

export const slideshow: SlideshowMessages = {
  title: 'Photo frame',
  waiting: 'Waiting for {} …',
  wrong: 'Not understood: {}',
  failed: 'The service has a problem. Its log says more.',
  noPictures: 'No pictures yet',
  noPicturesIn: 'No pictures in {} yet',
  none: 'Or none that fits what is set for this frame.',
  open: 'Open {} on a phone or computer and log in to add some.',
  scan: 'Open {} on a phone or computer, or scan the code, and log in to add some.',
  copy: 'Or copy them into the uploads folder, with a file manager, Samba or rsync: they show in seconds.',
  send: 'Or send them with HTTPie:',
  name: 'Name this frame',
  save: 'Save',
  no: 'No',
  again: 'Try again.',
}
