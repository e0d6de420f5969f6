/** Lays out what is on the screen, which has perhaps been turned. */
function layOut() {
  var area = frame.clientWidth * frame.clientHeight
  frame.style.fontSize = Math.max(16, Math.sqrt(area) / 40) + 'px'
  pictures.className = settings.place
  var height = frame.clientHeight - (settings.clock ? corner.offsetHeight : 0)
  message.style.cssText = 'top:' + height / 2 + 'px;max-height:' + height + 'px'
  slides.forEach(function (slide) {
    slide.pictures.forEach(place)
  })
}

/**
 * Centres a picture in its share of the screen: old tablets have no object-fit.
 * @param {Picture} picture
 */
function place(picture) {
  var img = picture.img
  var cell = img.parentElement
  if (!cell) return
  var w = img.naturalWidth
  var h = img.naturalHeight
  var x = cell.clientWidth / w
  var y = cell.clientHeight / h
  // Beyond twice its size a picture is a blur.
  var most = 2 * Math.max(1, picture.data.metadata.dimensions.width / w)
  var scale = Math.min(most, settings.cover ? Math.max(x, y) : Math.min(x, y))
  w = Math.round(w * scale)
  h = Math.round(h * scale)
  img.style.width = w + 'px'
  img.style.height = h + 'px'
  img.style.margin = Math.round(-h / 2) + 'px ' + Math.round(-w / 2) + 'px'
  var isFilled = w >= cell.clientWidth && h >= cell.clientHeight
  if (settings.blur && !isFilled && cell.firstChild === img) {
    cell.insertBefore(blurred(img, x, y), img)
  }
  placeCaption(cell)
}

/**
 * Keeps a caption out of the corner with the clock: beside it, or above it where it belongs or is
 * too long. One beside it goes with it.
 * @param {HTMLElement} cell
 */
function placeCaption(cell) {
  var caption = cell.getElementsByTagName('b')[0]
  if (!caption) return
  var em = parseFloat(getComputedStyle(caption).fontSize)
  var room = cell.clientWidth - 2 * em
  var isNear = settings.clock && settings.place !== 'top' && !cell.nextSibling
  caption.style.maxWidth = room - (isNear ? corner.offsetWidth : 0) + 'px'
  caption.style.bottom = ''
  var fits = settings.place !== 'corner' && caption.scrollWidth <= caption.clientWidth
  if (!isNear || fits) return
  caption.style.maxWidth = room + 'px'
  caption.style.bottom = corner.offsetHeight - 1.5 * em + 'px'
  var other =
    cell.offsetLeft && cell.parentElement && cell.parentElement.getElementsByTagName('b')[0]
  if (other) other.style.bottom = caption.style.bottom
}

/**
 * Smooths by steps in size: once, where a CSS filter works for each frame.
 * @param {HTMLImageElement} img
 * @param {number} x the scale that fills the width.
 * @param {number} y the scale that fills the height.
 */
function blurred(img, x, y) {
  var ratio = (img.naturalHeight * y) / (img.naturalWidth * x)
  var w = Math.max(1, y / x)
  var h = Math.max(1, x / y)
  /** @type {HTMLImageElement | HTMLCanvasElement} */
  var from = img
  ;[64, 16, 8, 16, 32, 64, 128].forEach(function (side) {
    var canvas = document.createElement('canvas')
    var high = (canvas.height = Math.ceil(side * ratio))
    canvas.width = side
    var context = canvas.getContext('2d')
    if (!context) return
    context.drawImage(from, (side * (1 - w)) / 2, (high * (1 - h)) / 2, side * w, high * h)
    w = h = 1
    from = canvas
  })
  return from
}

/**
 * Lets pictures grow or shrink a little; never again where it is not smooth.
 * @param {Slide} slide
 */
function startZoom(slide) {
  slide.pictures.forEach(function (picture) {
    var img = picture.img
    var grows = Math.random() < 0.5
    img.style.transformOrigin = 100 * Math.random() + '% 40%'
    zoomTo(img, grows ? 1 : 1.15, 0)
    if (img.offsetWidth) zoomTo(img, grows ? 1.15 : 1, Math.min(settings.seconds, 60) + 2)
  })
  var frames = 0
  requestAnimationFrame(function count() {
    if (++frames < 24) requestAnimationFrame(count)
  })
  setTimeout(function () {
    if (frames > 23 || document.hidden) return
    jerky = true
    settings.zoom = false
    slide.pictures.forEach(function (picture) {
      zoomTo(picture.img, 1, 1)
    })
  }, 1000)
}

/**
 * @param {HTMLImageElement} img
 * @param {number} scale
 * @param {number} duration in seconds.
 */
function zoomTo(img, scale, duration) {
  img.style.transition = 'transform ' + duration + 's linear'
  img.style.transform = 'scale(' + scale + ')'
}
