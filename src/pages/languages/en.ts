import type { Formats } from './formats.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

/** The messages of the admin page, and the shape of those in all other languages. */
export const admin = ({ plural, number }: Formats<'one'>) => ({
  app: {
    title: 'Photos',
    connecting: 'Connecting …',
    loading: 'Loading …',
    views: 'Views',
    pictures: 'Pictures',
    allPictures: 'All pictures',
    frames: 'Frames',
    status: 'Status',
    logOut: 'Log out',
    name: 'Name',
    settings: 'Settings',
    select: 'Select',
    selectAll: 'Select all',
    move: 'Move',
    moveHere: 'Move here',
    delete: 'Delete',
    deleteForGood: 'Delete for good',
    download: 'Download',
    rename: 'Rename',
    restore: 'Restore',
    forget: 'Forget',
    undo: 'Undo',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    keep: 'Keep',
    folderAbove: 'Folder above',
    /** Says to screen readers what a button acts on. */
    actionOn: (action: string, name: string) => `${action} ${name}`,
    /** Stands between facts. */
    comma: ', ',
  },
  count: {
    pictures: (n: number) => plural(n, { one: '# picture', other: '# pictures' }),
    folders: (n: number) => plural(n, { one: '# folder', other: '# folders' }),
    items: (n: number) => plural(n, { one: '# item', other: '# items' }),
    others: (n: number) => plural(n, { one: '# other', other: '# others' }),
  },
  login: {
    action: 'Log in',
    password: 'Password',
    showPassword: 'Show password',
    stay: 'Stay logged in',
    tryAgainIn: (time: string) => `Try again in ${time}.`,
  },
  folder: {
    trail: 'Folders above',
    addPictures: 'Add pictures',
    addFolder: 'Add folder',
    newFolder: 'New folder',
    create: 'Create',
    thisFolder: 'This folder',
    renameTitle: 'Rename the folder',
    deleteFolder: 'Delete folder',
    nothingHere: 'There is nothing here yet. Add pictures, or drop them on this page.',
    noneHere: 'There are none here.',
    noPictures: 'There are no pictures in it.',
    filter: 'Which pictures',
    all: 'All',
    favourites: 'Favourites',
    hidden: 'Hidden',
    moveTitle: (name: string) => `Move “${name}” into`,
    deleteTitle: (name: string) => `Delete “${name}”?`,
    counting: 'Counting its pictures …',
    holds: (n: number, size: string) =>
      plural(n, { one: `It holds # picture (${size}).`, other: `It holds # pictures (${size}).` }),
    holdsBelow: (pictures: number, folders: number) =>
      plural(pictures, { one: 'It holds # picture', other: 'It holds # pictures' }) +
      plural(folders, { one: ', also in # folder below.', other: ', also in # folders below.' }),
    toTrash: (n: number) =>
      plural(n, {
        one: 'It moves to the trash, and can be restored for # day. Frames show none of it any more.',
        other:
          'It moves to the trash, and can be restored for # days. Frames show none of it any more.',
      }),
    gone: 'It will be gone for good. Frames show none of it any more.',
  },
  selection: {
    title: 'Selected pictures',
    selected: (n: number, all: number) =>
      `${number(n)} of ${plural(all, { one: '# picture', other: '# pictures' })} selected`,
    moveTitle: (n: number) => plural(n, { one: 'Move # picture to', other: 'Move # pictures to' }),
    deleteTitle: (n: number) =>
      plural(n, { one: 'Delete # picture?', other: 'Delete # pictures?' }),
    gone: (names: string) => `${names} will be gone for good, from the frames too.`,
    notToTrash: 'The trash can’t take this.',
  },
  picture: {
    place: (n: number, all: number) => `${number(n)} of ${number(all)}`,
    before: 'Picture before',
    next: 'Next picture',
    favourite: 'Favourite',
    marked: 'favourite',
    hidden: 'hidden from frames',
    notShown: 'can’t be shown',
    showOn: 'Show on …',
    hide: 'Hide from frames',
    details: 'Details',
    notLoaded: 'The picture can’t be loaded. It may have been moved or deleted.',
    findingOut: 'This file can’t be shown. Finding out why …',
    path: 'Path',
    size: 'Size',
    pixels: (width: number, height: number) => `${number(width)} × ${number(height)} pixels`,
    taken: 'Taken',
    changed: 'Changed',
    file: 'File',
  },
  changes: {
    moved: (n: number, folder: string) =>
      plural(n, { one: `# picture moved to ${folder}.`, other: `# pictures moved to ${folder}.` }),
    restoring: 'Restoring …',
    renamed: (n: number, names: string) =>
      plural(n, {
        one: `The name of one was taken, so it is ${names}.`,
        other: `The names of # were taken, so they are ${names}.`,
      }),
    pictures: {
      trashed: (n: number) =>
        plural(n, {
          one: '# picture moved to the trash.',
          other: '# pictures moved to the trash.',
        }),
      deleted: (n: number) =>
        plural(n, { one: '# picture deleted for good.', other: '# pictures deleted for good.' }),
      restored: (n: number) =>
        plural(n, { one: '# picture restored.', other: '# pictures restored.' }),
      missing: (n: number) =>
        plural(n, {
          one: '# picture was not there any more.',
          other: '# pictures were not there any more.',
        }),
    },
    items: {
      deleted: (n: number) =>
        plural(n, { one: '# item deleted for good.', other: '# items deleted for good.' }),
      restored: (n: number) => plural(n, { one: '# item restored.', other: '# items restored.' }),
      missing: (n: number) =>
        plural(n, {
          one: '# item was not there any more.',
          other: '# items were not there any more.',
        }),
    },
    folder: {
      trashed: (name: string) => `The folder “${name}” moved to the trash.`,
      deleted: (name: string) => `The folder “${name}” deleted for good.`,
      restored: (name: string) => `The folder “${name}” restored.`,
      missing: (name: string) => `The folder “${name}” was not there any more.`,
    },
  },
  trash: {
    title: 'Trash',
    none: 'There is none (TRASH_DAYS is 0): what is deleted can’t be restored.',
    empty: 'It is empty.',
    keeps: (n: number) =>
      plural(n, {
        one: 'What is deleted stays here for # day, or until the disk is full.',
        other: 'What is deleted stays here for # days, or until the disk is full.',
      }),
    emptyTrash: 'Empty the trash',
    emptyTitle: 'Empty the trash?',
    more: (n: number) => plural(n, { one: 'Show more of # item', other: 'Show more of # items' }),
    selected: 'Selected items',
    selectedOf: (n: number, all: number) =>
      `${number(n)} of ${plural(all, { one: '# item', other: '# items' })} selected`,
    restoreSelected: 'Restore selected',
    deleteTitle: (n: number) => plural(n, { one: 'Delete # item?', other: 'Delete # items?' }),
    gone: (items: number, pictures: number, size: string) =>
      plural(items, { one: '# item', other: '# items' }) +
      plural(pictures, { one: ' with # picture', other: ' with # pictures' }) +
      ` (${size}) will be gone for good.`,
    folderWith: (n: number) =>
      plural(n, { one: 'Folder with # picture', other: 'Folder with # pictures' }),
    from: (folder: string) => `from ${folder}`,
    deleted: (ago: string) => `deleted ${ago}`,
  },
  status: {
    language: 'Language',
    read: (n: number, all: number) =>
      `${number(n)} of ${plural(all, { one: '# picture', other: '# pictures' })} read so far`,
    allRead: (n: number) =>
      plural(n, { one: '# picture is read', other: 'All # pictures are read' }),
    readBar: 'Pictures read',
    reading: 'Reading every picture …',
    picturesIn: (pictures: number, folders: number) =>
      plural(pictures, { one: '# picture', other: '# pictures' }) +
      plural(folders, { one: ' in # folder', other: ' in # folders' }),
    free: 'Free on the disk',
    of: (part: string, all: string) => `${part} of ${all}`,
    largest: 'Largest upload',
    heic: 'HEIC and AVIF',
    shown: 'Shown',
    converted: 'Only what this browser can convert',
    version: 'Version',
    faults: 'Pictures that are damaged or can’t be shown',
    checked: (n: number, all: number) =>
      `${number(n)} of ${plural(all, { one: '# picture', other: '# pictures' })} checked for damage so far`,
    misnamedTitle: 'Pictures with a wrong extension',
    none: 'There are none.',
    correct: 'Correct',
    // The service says in English alone what is wrong with a file.
    damaged: (error: string) => `${error}. Copy it again from where it came, or delete it.`,
    foreign: (error: string) => `${error}.`,
    hiddenFolder: (error: string) => `${error}.`,
    misnamed: (error: string) =>
      `${error}. It is shown all the same, but other programs may refuse it.`,
  },
  uploads: {
    title: 'Uploads',
    all: 'All uploads',
    stored: (n: number, all: number) =>
      `${number(n)} of ${plural(all, { one: '# picture', other: '# pictures' })} stored`,
    refused: (n: number) => `${number(n)} not`,
    paused: 'paused',
    left: (time: string) => `${time} left`,
    tryingAgain: 'Trying again …',
    limit: (size: string) =>
      `The service takes up to ${size} a picture. MAX_FILE_SIZE sets that where it is started.`,
    makeAllSmaller: (n: number) =>
      plural(n, { one: 'Make # smaller', other: 'Make all # smaller' }),
    makeSmaller: 'Make it smaller',
    goOn: 'Go on',
    pause: 'Pause',
    cancelAll: 'Cancel all',
    tryAgain: 'Try again',
    tryAllAgain: 'Try all again',
    showList: 'Show the list',
    hideList: 'Hide the list',
    clear: 'Clear',
    states: { waiting: 'Waiting', sending: 'Sending', stored: 'Stored', cancelled: 'Cancelled' },
    missing: (n: number) =>
      plural(n, {
        one: '# picture of your last visit is missing. Picked again, it goes into its folder.',
        other:
          '# pictures of your last visit are missing. Picked again, each goes into its folder.',
      }),
    pickAgain: 'Pick again',
    showNames: 'Show names',
    hideNames: 'Hide names',
    leftOut: (n: number) =>
      plural(n, {
        one: '# other picture left out: not missing.',
        other: '# other pictures left out: not missing.',
      }),
    tooLarge: (size: string, most: string) => `Too large: ${size} of at most ${most}.`,
    fileGone: 'This file can’t be read any more. Add it again.',
    notConverted: 'This browser can’t convert the picture.',
    saveAsJpeg: 'Save it as JPEG, or pick it on the phone that took it.',
    tooLargeForBrowser: 'The picture is too large for this browser.',
    unexpected: 'Something went wrong with this file. Try it again.',
  },
  frames: {
    connectFrame: 'Connect a frame',
    none: 'No frame has asked for a picture yet.',
    noName: 'A frame without a name',
    nameIt: 'Put a name into its address, such as frame=hall, to steer it from here.',
    shows: (path: string) => `Shows ${path}`,
    neverAsked: 'Has not asked yet',
    asked: (ago: string) => `Asked ${ago}`,
    silent: (ago: string) => `Silent: last asked ${ago}`,
    battery: (level: string) => `Battery ${level}`,
    signal: (strength: string) => `signal ${strength}`,
    firmware: (version: string) => `firmware ${version}`,
    until: (time: string) => `until ${time}`,
    untilAnother: 'until it gets another',
    hearsNext: 'Hears of a change when it next asks',
    hearsAt: (time: string) => `Hears of a change at about ${time}`,
    addressWins: 'Its address wins',
    addressSays: (words: string) => `Its address wins: ${words}`,
    next: 'Next',
    showPicture: 'Show a picture …',
    getsAnother: (name: string) => `“${name}” gets another picture.`,
    forgetTitle: (name: string) => `Forget “${name}”?`,
    forgotten: 'Its settings, and which pictures it has seen, will be gone. It may ask again.',
    kind: 'Kind',
    panel: 'Panel',
    otherPanel: 'None of these',
    nameTaken: 'There is a frame of this name. Both get its pictures in turn.',
    addSize: 'Add its width and height to the address.',
    connect: 'Connect',
    qrCode: (text: string) => `QR code of ${text}`,
    label: 'What people call it',
    whichPictures: 'Which pictures',
    looks: 'How they look',
    chooseFolder: 'Choose a folder',
    choose: 'Choose',
    takeAway: 'Take away',
    saved: 'Saved.',
    refused: 'Give the quiet hours as 22:00-07:00, and a first date that is not after the last.',
    show: 'Show',
    showOnFrame: (name: string) => `Show on “${name}”`,
    showFile: (name: string) => `Show ${name}`,
    nowShows: (frame: string, picture: string) => `“${frame}” shows ${picture}.`,
    howLong: 'How long',
    hour: 'For an hour',
    fourHours: 'For 4 hours',
    day: 'For a day',
    week: 'For a week',
    always: 'Until it gets another',
    more: 'More',
    noneNamed: 'No frame has a name yet.',
    on: 'On',
    kinds: {
      browser: {
        label: 'Tablet, phone or computer',
        todo: 'Scan the code, or open this address in the browser.',
      },
      kiosk: {
        label: 'Raspberry Pi with a screen',
        todo: 'Start this on the Raspberry Pi.',
      },
      esp32: {
        label: 'ESP32 with e-paper',
        todo: 'In esp32-photoframe, rotate from this URL.',
      },
      trmnl: {
        label: 'TRMNL, or a client for it on a Kindle or KOReader',
        todo: 'Set this as its server. It says itself what panel it has, and is here once it has asked.',
      },
      esphome: {
        label: 'ESPHome or Inkplate',
        todo: 'Use this as the address of the picture.',
      },
      openEPaperLink: {
        label: 'OpenEPaperLink tag',
        todo: 'Choose the content “Image URL” and give this address.',
      },
      homeAssistant: {
        label: 'Home Assistant',
        todo: 'Add the integration “Generic Camera” with this still image URL.',
      },
      kindle: {
        label: 'Kindle or another e-paper screen with a shell',
        todo: 'Run this on the device every 15 minutes.',
      },
    },
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
      'Choose another name: one that is not taken, without < > : " | ? * \\, without a space at either end, without a period at the start or end, and not too long.',
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

/** Stands with each condition and option. */
export const settings = undefined

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
