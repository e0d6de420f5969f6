/** The names of the parameters that the page passes on; the service writes them into it. */
var passedOn = (frame.getAttribute('data-parameters') || '').split(' ')

/**
 * What the parameters take that the page reads itself, if they are not empty.
 * @type {{ [name: string]: RegExp }}
 */
var OPTIONS = {
  seconds: /^([1-9]\d{0,3}|[1-7]\d{4}|8[0-5]\d{3}|86[0-3]\d\d)(\.\d+)?$|^86400$/,
  fit: /^(contain|cover)$/,
  background: /^(blur|black)$/,
  layout: /^(single|pair)$/,
  caption: /^(date|folder|name)(, ?(date|folder|name))*$/,
  clock: /^(date|1|on|yes|true|0|off|no|false)$/,
  zoom: /^(1|on|yes|true|0|off|no|false)$/,
  quiet: /^([01]?\d|2[0-3]):[0-5]\d-([01]?\d|2[0-3]):[0-5]\d$/,
}

/**
 * The parameters in the address of the page, but for those that are not understood.
 * @type {{ [name: string]: string }}
 */
var query = {}
/** @type {string[]} */
var notUnderstood = []
/** @type {string[]} */
var folders = []
/** The parameters that are passed on. */
var conditions = ''
location.search.slice(1).split('&').forEach(readField)
var settings = readSettings()

/** @param {string} field */
function readField(field) {
  var at = (field + '=').indexOf('=')
  var name = decode(field.slice(0, at))
  var value = decode(field.slice(at + 1))
  var isPassedOn = passedOn.indexOf(name) >= 0
  var accepted = Object.prototype.hasOwnProperty.call(OPTIONS, name) && OPTIONS[name]
  if (!isPassedOn && !(accepted && (!value || accepted.test(value)))) {
    if (field) notUnderstood.push(value ? name + '=' + value : name)
    return
  }
  query[name] = value
  if (!value || !isPassedOn) return
  conditions += '&' + name + '=' + encodeURIComponent(value)
  if (name === 'folder') folders.push(value)
}

/** @param {string} text */
function decode(text) {
  text = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(text)
  } catch (e) {
    return text
  }
}

function readSettings() {
  var hours = /(\d+):(\d+)-(\d+):(\d+)/.exec(query['quiet'] || '')
  return {
    seconds: Number(query['seconds'] || 15),
    /** Whether the server says when to change. */
    every: !!query['every'],
    orientation: query['orientation'],
    cover: query['fit'] === 'cover',
    blur: (query['background'] || 'blur') === 'blur' && 'HTMLCanvasElement' in window,
    pair: query['layout'] === 'pair',
    captions: (query['caption'] || '').split(/, ?/),
    clock: isOn('clock'),
    date: query['clock'] === 'date',
    zoom:
      isOn('zoom') &&
      'transform' in frame.style &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches,
    /** The first and the last minute of the quiet hours. */
    quiet: hours && {
      from: Number(hours[1]) * 60 + Number(hours[2]),
      to: Number(hours[3]) * 60 + Number(hours[4]),
    },
  }
}

/** @param {string} name */
function isOn(name) {
  var value = query[name]
  return value !== undefined && !/^(0|no|off|false)$/.test(value)
}
