var FOLLOW_MS = 5000

var following = false

/**
 * Asks what is set for this frame. Where no answer comes, what was set last stays.
 * @param {(() => void) | null} [done]
 */
function follow(done) {
  var name = query['frame']
  if (!name || following || document.hidden) return
  following = true
  askForSteering(name, function (answer) {
    following = false
    if (answer.data) steer(answer.data)
    if (done) done()
  })
}

/** @param {Steering} data */
function steer(data) {
  var asked = setConditions()
  var look = setLook()
  var seconds = settings.seconds
  var hasNext = data.next > steering.next
  steering = data
  settings = readSettings()
  showCode()
  tick()
  layOut()
  if (setConditions() !== asked || (hasNext && settings.every)) drop()
  else if (setLook() !== look) redraw()
  else if (!hasNext) {
    if (settings.seconds !== seconds && !due) nextIn(settings.seconds)
    return
  }
  clearTimeout(retryTimer)
  retryTimer = 0
  next()
}

/** What decides which pictures the frame gets. */
function setConditions() {
  var values = passedOn.map(function (name) {
    return query[name] || steering.settings[name]
  })
  return JSON.stringify([values, steering.show && steering.show.path])
}

function setLook() {
  return ['fit', 'background', 'layout', 'caption', 'zoom'].map(option).join('\n')
}
