/**
 * A picture that has loaded, or is about to.
 * @typedef {{ img: HTMLImageElement, data: DealtImage, key: string, repeats: number }} Picture
 * @typedef {{ element: HTMLElement, pictures: Picture[], key: string, timer: number }} Slide
 */

var FADE_MS = 1100 // the transition and a little
var KEPT = 3 // old tablets have little memory

/**
 * Those in the page, the one on top last.
 * @type {Slide[]}
 */
var slides = []
/** @type {Slide | null} */
var current = null
/** @type {Slide[]} */
var past = []
/** @type {Slide[]} */
var ahead = []

var due = true
var dueTimer = 0

/** @type {WakeLockSentinel | null} */
var lock = null

/** @param {Picture[]} contents */
function slideOf(contents) {
  var element = document.createElement('div')
  element.className = 'slide'
  contents.forEach(function (picture) {
    var cell = add(element, 'div')
    if (contents[1]) cell.className = 'half'
    cell.appendChild(picture.img)
    addCaption(cell, picture.data)
  })
  var isOne = settings.every || !settings.pair || steering.show
  var key = isOne && contents[0] ? contents[0].key : ''
  return { element: element, pictures: contents, key: key, timer: 0 }
}

/** Shows the next slide if it is time, or fetches it. */
function advance() {
  if (!due || document.hidden || quiet) return
  var slide = ahead.shift()
  if (!slide) return load()
  if (current) past.push(current)
  if (past.indexOf(slide) >= 0) past.splice(past.indexOf(slide), 1)
  var oldest = past.length > KEPT && past.shift()
  if (oldest) oldest.pictures.forEach(release)
  show(slide)
}

function next() {
  due = true
  if (settings.every) {
    if (single && loading) {
      giveUp() // its partner is of a slot that has ended
      loading = false
    }
    ahead = []
    dealt = []
    single = null
  }
  advance()
}

function back() {
  var slide = !quiet && past.pop()
  if (!slide) return
  if (current) ahead.unshift(current)
  show(slide)
}

/** @param {number} wait in seconds: a timer of a browser takes 24 days at most. */
function nextIn(wait) {
  clearTimeout(dueTimer)
  dueTimer = setTimeout(next, 1000 * Math.min(wait, 2e6))
}

/** @param {Slide} slide */
function show(slide) {
  if (slide !== current) {
    current = slide
    if (slides.indexOf(slide) < 0) {
      slides.push(slide)
      pictures.appendChild(slide.element)
    }
    slide.pictures.forEach(place) // laid out unseen, or there would be no transition
    slide.element.className = 'slide shown'
    // What lies above goes; what lies below stays until it is covered.
    slides.slice(slides.indexOf(slide) + 1).forEach(leave)
    afterFade(slide, function () {
      slides.slice(0, slides.indexOf(slide)).forEach(remove)
    })
    if (settings.zoom) startZoom(slide)
  }
  write(message, '')
  due = false
  if (!settings.every) {
    nextIn(settings.seconds)
    // During the fade it would stutter; what is new until 3 s before is the next one.
    setTimeout(load, Math.max(FADE_MS, option('new') ? settings.seconds * 1000 - 3000 : 0))
  }
  stayAwake()
}

/** @param {Slide} slide */
function leave(slide) {
  slide.element.className = 'slide'
  afterFade(slide, function () {
    remove(slide)
  })
}

/**
 * Runs once a slide has faded in or out: each has a timer of its own, as the next change may come
 * before.
 * @param {Slide} slide
 * @param {() => void} run
 */
function afterFade(slide, run) {
  clearTimeout(slide.timer)
  slide.timer = setTimeout(run, FADE_MS)
}

/** @param {Slide} slide */
function remove(slide) {
  clearTimeout(slide.timer)
  slides.splice(slides.indexOf(slide), 1)
  pictures.removeChild(slide.element)
}

/**
 * Old iOS keeps an image's memory until its source changes.
 * @param {Picture} picture
 */
function release(picture) {
  picture.img.onload = picture.img.onerror = null
  picture.img.src = 'data:,'
}

/** On HTTPS and localhost; after a refusal the next picture tries again. */
function stayAwake() {
  if (!navigator.wakeLock || (lock && !lock.released)) return
  navigator.wakeLock.request('screen').then(keepLock, function () {})
}

/** @param {WakeLockSentinel} granted */
function keepLock(granted) {
  lock = granted
}
