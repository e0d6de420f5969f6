var PICTURE_MS = 60000 // a small board may have to scale it first
var EMPTY_MS = 5000 // somebody watches the frame

var loading = false
var retryTimer = 0
var failures = 0
/** Gives up what is being loaded. */
var giveUp = function () {}
/**
 * Pictures that were dealt and are to be loaded, the one that is on its way first.
 * @type {DealtImage[]}
 */
var dealt = []

/**
 * The picture that waits for a partner.
 * @type {Picture | null}
 */
var single = null
/**
 * The path of a picture that has no partner.
 * @type {string | null}
 */
var alone = null

/** Fetches the next picture, unless there is one already or nobody looks. */
function load() {
  if (loading || retryTimer || ahead.length || document.hidden || quiet) return
  if ((settings.every || outdated || steering.show) && !due) return
  loading = true
  if (outdated) {
    // A browser that finds nobody shows its own error for ever.
    giveUp = getJson('/', function (_answer, _change, status) {
      if (status === 200) location.reload()
      else fail()
    })
    return
  }
  if (dealt[0]) return loadPicture(dealt[0])
  giveUp = askForPicture(single, function (answer, change) {
    // Whole seconds: through the last the frame asks again and again.
    if (settings.every && !single) {
      nextIn(change ? Math.max(0.25, change - 1) : settings.seconds)
    }
    if (answer.data && answer.data.url) {
      dealt.push(answer.data)
      loadPicture(answer.data)
    } else if (answer.code === 'NO_IMAGES_AVAILABLE') empty()
    else fail(answer.code)
  })
}

/**
 * @param {DealtImage} data
 * @returns {void}
 */
function loadPicture(data) {
  var url = pictureUrl(data)
  // The picture may still be here, if its file was not replaced.
  var key = url + ' ' + data.metadata.lastModified
  var kept = (settings.every ? [] : past).concat(current || []).filter(function (slide) {
    return slide.key === key
  })
  if (kept[0] && !single) {
    dealt.shift()
    return goOn(kept[0])
  }

  var img = new Image()
  var picture = { img: img, data: data, key: key, repeats: 0 }
  var timer = setTimeout(finish, PICTURE_MS)
  function finish() {
    if (!timer) return
    clearTimeout(timer)
    timer = 0
    dealt.shift()
    if (img.complete && img.naturalWidth) return arrive(picture)
    release(picture)
    fail()
  }
  giveUp = function () {
    clearTimeout(timer)
    timer = 0
    release(picture)
  }
  img.onload = function () {
    // Else it pops up in the middle of the crossfade.
    if (img.decode) img.decode().then(finish, finish)
    else finish()
  }
  img.onerror = finish
  img.alt = data.fileName
  img.src = url
}

/**
 * Goes on to a slide that has loaded; without one, to the next picture.
 * @param {Slide} [slide]
 */
function goOn(slide) {
  loading = false
  failures = 0
  if (!slide) return load()
  ahead.push(slide)
  advance()
}

/**
 * Says what a failure means.
 * @param {string} [code]
 */
function troubleOf(code) {
  if (code === 'INVALID_REQUEST') {
    return fill(texts.wrong, decode(conditions.slice(1)).split('&').join(', '))
  }
  return code && code !== 'BUSY' ? texts.failed : fill(texts.waiting, location.host)
}

/**
 * Tries again later. What is on the screen stays there.
 * @param {string} [code] of the failure.
 */
function fail(code) {
  if (!current) sayTrouble(troubleOf(code))
  // Up to 24 s and a quarter: not all frames come back at once.
  var pause = Math.min(24000, 2000 * Math.pow(2, failures++))
  retryIn(pause * (1 + Math.random() / 4))
}

/** No pictures, or no longer: the last one goes when its time is up. */
function empty() {
  failures = 0
  if (due) {
    past = []
    slides.forEach(leave)
    current = single = null
    sayEmpty()
  }
  retryIn(EMPTY_MS)
}

/** Drops what is loaded ahead and what is on its way: another picture is due. */
function drop() {
  if (loading) giveUp()
  loading = false
  due = true
  ahead = []
  past = []
  dealt = []
  single = null
  if (current) current.key = ''
}

/** Loads what is shown, what is ahead and what is on its way anew, for another layout. */
function redraw() {
  var all = current ? current.pictures : []
  ahead.forEach(function (slide) {
    all = all.concat(slide.pictures)
  })
  var data = all
    .concat(single || [])
    .map(function (picture) {
      return picture.data
    })
    .concat(dealt)
  drop()
  dealt = settings.every || steering.show ? data.slice(0, 1) : data
}

/** @param {number} ms */
function retryIn(ms) {
  loading = false
  retryTimer = setTimeout(function () {
    retryTimer = 0
    load()
  }, ms)
}

/**
 * Above 0: upright on a wide screen or wide on an upright one; 0: square.
 * @param {Picture} picture
 */
function across(picture) {
  var side = frame.clientWidth > frame.clientHeight ? 1 : -1
  return settings.pair ? side * (picture.img.naturalHeight - picture.img.naturalWidth) : -1
}

/**
 * Keeps a picture until a partner is dealt: asked for out of turn, that would come twice.
 * @param {Picture} picture
 */
function arrive(picture) {
  var path = picture.data.imagePath
  var first = single
  if (steering.show && path === '/uploads/' + steering.show.path) {
    single = null
    return goOn(slideOf([picture]))
  }
  if (first && across(first) < 0) {
    ahead.push(slideOf([first])) // the screen was turned
    first = single = null
  }
  if (first && first.data.imagePath === path) {
    // A whole round had no partner.
    if (++first.repeats < 2) return goOn()
    alone = path
    first = single = null
  }
  if (!first && across(picture) > 0 && path !== alone) {
    single = picture
    return goOn()
  }
  if (!first || across(picture) < 0) return goOn(slideOf([picture]))
  single = alone = null
  goOn(slideOf([first, picture]))
}
