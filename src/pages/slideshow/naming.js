var OFFER_MS = 60000

/** The name that this device was given: empty if it is to have none, null if nobody was asked. */
function recall() {
  try {
    return localStorage.getItem('frame')
  } catch (e) {
    return ''
  }
}

/** @param {string} name */
function remember(name) {
  try {
    localStorage.setItem('frame', name)
  } catch (e) {}
}

/**
 * Goes on as the frame of this name, also after a reload.
 * @param {string} name
 */
function adopt(name) {
  var field = 'frame=' + encodeURIComponent(name)
  query['frame'] = name
  conditions += '&' + field
  var address = (location.search || '?').replace(/[^?&]$/, '$&&') + field
  if (history.replaceState) history.replaceState(null, '', address)
}

/** Offers a name once, to whoever is logged in on this device. */
function offerName() {
  if (recall() !== null) return
  getJson('/api/frames', function (answer) {
    if (answer.data) askForName()
  })
}

function askForName() {
  var form = add(frame, 'form')
  var input = add(add(form, 'label', texts.name + ' '), 'input')
  add(form, 'button', texts.save)
  var no = add(form, 'button', texts.no)
  var note = add(form, 'p')
  no.type = 'button'
  input.maxLength = 64
  /** @param {Event} event */
  form.onclick = form.onkeydown = function (event) {
    event.stopPropagation()
  }
  /** @param {string} name */
  function close(name) {
    remember(name)
    frame.removeChild(form)
    clearTimeout(timer)
  }
  no.onclick = function () {
    close('')
  }
  form.onsubmit = function (event) {
    event.preventDefault()
    var name = input.value.replace(/^[ .]+|[ .]+$/g, '')
    if (!name) return
    askForSteering(name, function (answer) {
      if (!answer.data) return write(note, answer.code ? texts.badName : texts.again)
      close(name)
      adopt(name)
      steer(answer.data)
    })
  }
  var timer = setTimeout(function () {
    if (!input.value) close('')
  }, OFFER_MS)
}
