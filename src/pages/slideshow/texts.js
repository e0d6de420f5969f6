var NOTE_MS = 20000

var quiet = false

/**
 * @param {string} text
 * @param {string} value what stands in the place that the text has for it.
 */
function fill(text, value) {
  return text.split(/{.*}/).join(value)
}

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
  if (!notUnderstood[0]) return
  write(byId('note'), fill(texts.wrong, notUnderstood.join(', ')))
  setTimeout(function () {
    write(byId('note'), '')
  }, NOTE_MS)
}

/** Says how to add pictures; once, or nobody could select anything. */
function sayEmpty() {
  var what = settings.folders.join(', ')
  var sentence = what ? fill(texts.noPicturesIn, what) : texts.noPictures
  if (invited) return sayTrouble(sentence)
  var said = message.firstChild
  if (said && said.nextSibling && said.textContent === sentence) return
  /** @param {Answer<Address>} answer */
  function explain(answer) {
    var address = answer.data
    if (current || !address) return
    sayTrouble(sentence)
    if (conditions) add(message, 'p', texts.none)
    var qr = add(message, 'img')
    qr.src = address.qr
    qr.alt = ''
    add(message, 'p', fill(texts.open, address.url + 'admin'))
  }
  getJson('/api/address', explain)
}

/** Names that cameras and phones give, with what programs add to them. */
var CAMERA_NAME =
  /^(\d{3}[-_ ]?|_?(cimg|dji|dsc[fn]?|fb_img|gopr|hpim|img|img_e|imgp|mg|mvimg|p|pict|pxl|sam|wp)[-_ ]?)\d{3}([-_.~() \d]|wa|mp|hdr|pano|night|portrait|edited|cover|burst)*$/i

/**
 * @param {HTMLElement} parent
 * @param {DealtImage} data
 */
function addCaption(parent, data) {
  var day = (data.metadata.taken || '').slice(0, 10)
  var name = data.fileName.replace(/\.\w+$/, '')
  /** @type {{ [kind: string]: string | undefined }} */
  var words = {
    // With slashes every browser reads it as a day where it is.
    date: day && inWords(new Date(day.replace(/-/g, '/')), { year: 'numeric' }),
    folder: data.folder.split('/').pop(),
    name: CAMERA_NAME.test(name) ? '' : name,
    description: data.description || '',
  }
  var caption = add(parent, 'b')
  // All of what somebody wrote is there to be read.
  if (words['description']) caption.style.whiteSpace = 'normal'
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

/** Writes the time, and goes black and on again as the service or the quiet hours say. */
function tick() {
  var now = new Date()
  var time = now.toTimeString().slice(0, 5)
  write(byId('clock'), settings.clock ? time : '')
  write(byId('date'), settings.date ? inWords(now, { weekday: 'long' }) : '')
  var from = settings.quiet.slice(0, 5)
  var to = settings.quiet.slice(6)
  placeCode()
  var isNight = from > to ? time >= from || time < to : time >= from && time < to
  var until = steering.screenUntil
  // Hours in the address count by the clock here, and so do those known when no answer comes.
  var isOwn = until && (query['quiet'] || Date.parse(until) < +now)
  if (steering.screen && !isOwn) isNight = steering.screen === 'off'
  if (isNight === quiet) return
  quiet = isNight
  frame.className = quiet ? 'quiet' : ''
  if (!quiet) next()
}
