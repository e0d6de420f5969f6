var NOTE_MS = 20000

var quiet = false
/**
 * Why there are no pictures, as the page has said it.
 * @type {string | undefined}
 */
var explained

/**
 * Says why there is no picture yet.
 * @param {string} sentence
 */
function sayTrouble(sentence) {
  if (message.textContent === sentence) return
  write(message, '')
  add(message, 'h1', sentence)
}

/** Names for a while what is not understood in the address of the page. */
function sayNotUnderstood() {
  if (!notUnderstood.length) return
  write(byId('note'), 'Not understood: ' + notUnderstood.join(', '))
  setTimeout(function () {
    write(byId('note'), '')
  }, NOTE_MS)
}

/**
 * Says how to add pictures; once, or nobody could select anything.
 * @param {string} why
 */
function sayEmpty(why) {
  if (explained === why && message.firstChild) return
  askForAddress(function (_status, answer) {
    if (!current) explain(why, answer.data || {})
  })
}

/**
 * @param {string} why
 * @param {Address} address
 */
function explain(why, address) {
  var url = address.url || location.protocol + '//' + location.host + '/'
  var call = url.split(':')[0] + ' --session=frame '
  var host = url.split('/')[2]
  var folders = settings.folders
  var field = folders[0] ? " folder='" + folders[0].replace(/'/g, "'\\''") + "'" : ''
  var words =
    'Open ' +
    url +
    'admin on a phone or computer' +
    (address.qr ? ', or scan the code,' : '') +
    ' and log in to add some.\n\nOr copy them into the uploads folder, with a file manager, Samba or ' +
    'rsync: they show in seconds.\n\nOr send them with HTTPie:'
  var login = call + host + '/api/auth/login password=...\n'
  var upload = call + '-f POST ' + host + '/api/upload files@photo.jpg' + field
  write(message, '')
  explained = why
  if (address.qr) add(add(message, 'figure'), 'img').src = address.qr
  add(message, 'h1', 'No pictures ' + (folders[0] ? 'in ' + folders.join(', ') + ' yet' : 'yet'))
  if (conditions) add(message, 'p', why)
  add(message, 'p', words)
  add(message, 'pre', login + upload)
}

/** Names that cameras and phones give, with what programs add to them. */
var CAMERA_NAME =
  /^(\d{3}[-_ ]?|_?(cimg|dji|dsc[fn]?|fb_img|gopr|hpim|img|img_e|imgp|mg|mvimg|p|pict|pxl|sam|wp)[-_ ]?)\d{3}([-_.~() \d]|wa|mp|hdr|pano|night|portrait|edited|cover|burst)*$/i

/**
 * @param {HTMLElement} parent
 * @param {DealtImage} data
 */
function addCaption(parent, data) {
  var day = /^(\d+)-(\d+)-(\d+)/.exec(data.metadata.taken || '')
  var name = data.fileName.replace(/\.\w+$/, '')
  /** @type {{ [kind: string]: string | undefined }} */
  var words = {
    date: day
      ? inWords(new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])), { year: 'numeric' })
      : '',
    folder: data.folder.split('/').pop(),
    name: CAMERA_NAME.test(name) ? '' : name,
  }
  var caption = add(parent, 'aside')
  settings.captions.forEach(function (kind) {
    if (!words[kind]) return
    if (caption.firstChild) add(caption, 'span', ' \u00b7 ')
    // Isolated, or a name from right to left would take the date with it.
    add(caption, 'bdi', words[kind])
  })
}

/**
 * @param {Date} day
 * @param {Intl.DateTimeFormatOptions} options
 */
function inWords(day, options) {
  options.month = 'long'
  options.day = 'numeric'
  return day.toLocaleDateString(navigator.language, options)
}

/** Writes the time, and begins and ends the quiet hours. */
function tick() {
  var now = new Date()
  write(byId('clock'), settings.clock ? now.toTimeString().slice(0, 5) : '')
  write(byId('date'), settings.date ? inWords(now, { weekday: 'long' }) : '')
  var hours = settings.quiet || { from: 0, to: 0 }
  var minute = now.getHours() * 60 + now.getMinutes()
  var isAfter = minute >= hours.from
  var isBefore = minute < hours.to
  var isNight = hours.from > hours.to ? isAfter || isBefore : isAfter && isBefore
  if (isNight === quiet) return
  quiet = isNight
  frame.className = quiet ? 'quiet' : ''
  if (!quiet) next()
}
