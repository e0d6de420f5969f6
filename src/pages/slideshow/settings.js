/** The names of the parameters that the page passes on; the service writes them into it. */
var passedOn = (frame.getAttribute('data-parameters') || '').split(' ')

/**
 * The parameters in the address of the page.
 * @type {{ [name: string]: string }}
 */
var query = {}
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
  var value = (query[name] = decode(field.slice(at + 1)))
  if (!value || passedOn.indexOf(name) < 0) return
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
  var seconds = Number(query['seconds'])
  var hours = /^(\d\d?):(\d\d)-(\d\d?):(\d\d)$/.exec(query['quiet'] || '')
  return {
    seconds: seconds >= 1 && seconds <= 86400 ? seconds : 15,
    /** Whether the server says when to change. */
    every: !!query['every'],
    orientation: query['orientation'],
    cover: query['fit'] === 'cover',
    blur: (query['background'] || 'blur') === 'blur' && 'HTMLCanvasElement' in window,
    pair: query['layout'] === 'pair',
    captions: (query['caption'] || '').split(','),
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
