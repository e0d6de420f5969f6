/** Seen or online again: what waited goes on. */
function wake() {
  if (document.hidden) return
  clearTimeout(retryTimer)
  retryTimer = 0
  stayAwake()
  follow()
  advance()
  load()
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  // Space, page down (remote controls), right, down; page up, left, up. event.key is too young.
  /** @type {{ [code: number]: () => void }} */
  var keys = { 32: next, 34: next, 39: next, 40: next, 33: back, 37: back, 38: back }
  var go = keys[event.keyCode]
  if (!go || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
  go()
  event.preventDefault()
}

// iOS sends no clicks to the document.
frame.addEventListener('click', next)
document.addEventListener('keydown', onKey)
document.addEventListener('visibilitychange', wake)
addEventListener('online', wake)
addEventListener('resize', layOut)
sayNotUnderstood()
tick()
layOut()
setInterval(tick, 1000)
setInterval(follow, FOLLOW_MS, null)
var remembered = recall()
if (!query['frame'] && remembered) adopt(remembered)
if (query['frame']) follow(load)
else {
  load()
  offerName()
}
