/** The code by which guests add pictures; in the page while there is one. */
var code = document.createElement('img')
code.onerror = function () {
  invited = ''
}
code.id = 'code'
code.alt = ''
/** The id of the invitation whose code it is; empty for none. */
var invited = ''

/** Shows the code of the invitation that is set for this frame, as long as it lives. */
function showCode() {
  var id = String(steering.settings['invite'] || '')
  if (id === invited) return
  invited = id
  if (id) frame.appendChild(code).src = frameUrl(query['frame'] || '') + '/invitation?' + id
  else frame.removeChild(code)
}

/** Has the code away from the captions, on another side each minute: it is over a face for no longer. */
function placeCode() {
  var isHigh = current && settings.place !== 'top'
  code.style.cssText =
    (new Date().getMinutes() % 2 ? 'left:0;' : 'right:0;') +
    (isHigh ? 'top:0' : 'bottom:' + (settings.clock ? corner.offsetHeight : 0) + 'px')
}
