/**
 * @typedef {{ width: number, height: number }} Size
 * @typedef {{ dimensions: Size, taken: string | null, lastModified: string }} Metadata
 * @typedef {{
 *   imagePath: string, fileName: string, folder: string, url: string, metadata: Metadata,
 *   description?: string | null
 * }} DealtImage
 * @typedef {{ url: string, qr: string }} Address
 * @typedef {{
 *   settings: { [name: string]: string | number | boolean | string[] },
 *   show: { path: string } | null, next: number,
 *   screen?: 'on' | 'off', screenUntil?: string | null
 * }} Steering
 */
/**
 * The envelope of an answer; empty where none came.
 * @template Data
 * @typedef {{ data?: Data, code?: string, error?: string }} Answer
 */
/**
 * Takes an answer: its body, after how many seconds to ask again, 0 if it doesn't say, and its status.
 * @template Data
 * @typedef {(answer: Answer<Data>, nextChange: number, status: number) => void} Done
 */

var ANSWER_MS = 20000
var MAX_SIDE = 10000 // what the server accepts

/** @type {string | null} */
var version = null
/** Whether the service was updated since the page was loaded. */
var outdated = false

/** @param {number} side of the screen; in device pixels. */
function pixels(side) {
  return Math.min(MAX_SIDE, Math.round(side * (window.devicePixelRatio || 1)))
}

/**
 * To cover the screen a picture is fitted into a larger box.
 * @param {DealtImage} data
 */
function pictureUrl(data) {
  var size = data.metadata.dimensions
  if (!settings.cover) return data.url
  var x = pixels(frame.clientWidth) / size.width
  var y = pixels(frame.clientHeight) / size.height
  var scale = Math.min(Math.max(x, y), 1, MAX_SIDE / size.width, MAX_SIDE / size.height)
  return data.url
    .replace(/([?&]width=)\d+/, '$1' + Math.ceil(size.width * scale))
    .replace(/([?&]height=)\d+/, '$1' + Math.ceil(size.height * scale))
}

/**
 * Asks for the next picture.
 * @param {Picture | null} first the picture that waits for a partner.
 * @param {Done<DealtImage>} done
 * @returns what gives the request up.
 */
function askForPicture(first, done) {
  var url = '/api/images/random?width=' + pixels(frame.clientWidth)
  // Every browser knows JPEG; those of 2012 no WebP.
  url += '&height=' + pixels(frame.clientHeight) + '&format=jpeg'
  // A page crops by itself, whatever is set for the frame.
  if (query['frame']) url += '&fit=contain' + (looks[0] ? '&looks=' + looks : '')
  if (settings.captions.indexOf('description') >= 0) url += '&caption=description'
  url += conditions
  if (settings.every && first) {
    // The same partner on all screens, and another one if it is the picture itself.
    var kind = first.img.naturalWidth < first.img.naturalHeight ? 'portrait' : 'landscape'
    if (!settings.orientation) url += '&orientation=' + kind
    url += '&partner=' + (first.repeats + 1)
  }
  return getJson(url, done)
}

/**
 * Asks what is set for a frame. The browser's cache sends the tag of the last answer.
 * @param {string} name
 * @param {Done<Steering>} done
 */
function askForSteering(name, done) {
  var hours = query['quiet']
  getJson(frameUrl(name) + (hours ? '?quiet=' + encodeURIComponent(hours) : ''), done)
}

/** @param {string} name */
function frameUrl(name) {
  return '/api/frames/' + encodeURIComponent(name)
}

/**
 * Calls done exactly once, with status 0 where no answer came, unless it is given up.
 * @template Data
 * @param {string} url
 * @param {Done<Data>} done
 * @returns what gives the request up.
 */
function getJson(url, done) {
  var xhr = new XMLHttpRequest()
  // Browsers of 2012 have no xhr.timeout.
  var timer = setTimeout(function () {
    giveUp()
    done({}, 0, 0)
  }, ANSWER_MS)
  function giveUp() {
    clearTimeout(timer)
    xhr.onreadystatechange = null
    xhr.abort()
  }
  xhr.open('GET', url, true)
  // No 404 for want of pictures: browsers log each.
  xhr.setRequestHeader('Prefer', 'handling=lenient')
  xhr.onreadystatechange = function () {
    if (xhr.readyState !== 4) return
    clearTimeout(timer)
    var now = xhr.getResponseHeader('X-Version')
    version = version || now
    if (now && now !== version) outdated = true
    done(parse(xhr.responseText), Number(xhr.getResponseHeader('X-Next-Change')), xhr.status)
  }
  xhr.send()
  return giveUp
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text) || {}
  } catch (e) {
    return {}
  }
}
