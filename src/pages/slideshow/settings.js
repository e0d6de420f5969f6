/**
 * What the service has written into the page.
 * @param {string} name
 */
function given(name) {
  return frame.getAttribute('data-' + name) || ''
}

/** The names of the parameters that the page passes on. */
var passedOn = given('parameters').split(' ')

/** What the parameters are, with their values, that the page reads itself. */
var pattern = RegExp(given('options'))

/**
 * What the page says, in the language in which it was sent.
 * @type {typeof import('../languages/en.json')['slideshow']}
 */
var texts = JSON.parse(given('texts'))

/**
 * What is set for this frame, as the service said last.
 * @type {Steering}
 */
var steering = { settings: {}, show: null, next: Infinity }

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
/**
 * The names of the others: what is set for the frame does not count for them.
 * @type {string[]}
 */
var looks = []
location.search.slice(1).split('&').forEach(readField)
/** Whether the browser has failed to move a picture smoothly. */
var jerky = false
var settings = readSettings()

/** @param {string} field */
function readField(field) {
  var at = (field + '=').indexOf('=')
  var name = decode(field.slice(0, at))
  var value = decode(field.slice(at + 1))
  var isPassedOn = passedOn.indexOf(name) >= 0
  if (!isPassedOn && !pattern.test(name + '=' + value)) {
    if (field) notUnderstood.push(value ? name + '=' + value : name)
    return
  }
  query[name] = value
  if (!isPassedOn && (value || isSwitch(name))) looks.push(name)
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

/**
 * The value in the address, else the one that is set, if it is one for a page.
 * @param {string} name
 */
function option(name) {
  var text = query[name]
  var setting = steering.settings[name]
  if (text || setting === undefined || (isSwitch(name) && text === '')) return text
  setting = String(setting)
  return passedOn.indexOf(name) >= 0 || pattern.test(name + '=' + setting) ? setting : undefined
}

/**
 * Whether an empty value is one.
 * @param {string} name
 */
function isSwitch(name) {
  return name === 'clock' || name === 'zoom'
}

function readSettings() {
  var folder = steering.settings['folder'] || []
  return {
    seconds: Number(option('seconds') || 15),
    /** Whether the server says when to change. */
    every: !!option('every'),
    orientation: option('orientation'),
    folders: folders[0] ? folders : Array.isArray(folder) ? folder : [String(folder)],
    cover: option('fit') === 'cover',
    blur: (option('background') || 'blur') === 'blur' && 'HTMLCanvasElement' in window,
    pair: option('layout') === 'pair',
    place: option('place') || '',
    captions: (option('caption') || '').split(/, ?/),
    clock: isOn('clock'),
    date: option('clock') === 'date',
    zoom:
      isOn('zoom') &&
      !jerky &&
      'transform' in frame.style &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches,
    /** Such as 22:00-07:00, or empty. */
    quiet: (option('quiet') || '').replace(/\b\d:/g, '0$&'),
  }
}

/** @param {string} name */
function isOn(name) {
  var value = option(name)
  return value !== undefined && !/^(0|no|off|false)$/.test(value)
}
