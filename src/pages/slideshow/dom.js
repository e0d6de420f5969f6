// ES5 and XMLHttpRequest only: old tablets on the wall are what this page is for. The scripts are
// sent as one, in the order in which the page names them.
'use strict'

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function byId(id) {
  var element = document.getElementById(id)
  if (!element) throw new Error(id)
  return element
}

/**
 * Writes a text where another one stands: what somebody has selected stays selected.
 * @param {HTMLElement} element
 * @param {string} text
 */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Adds an element with a text to another one.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {HTMLElement} parent
 * @param {Tag} tag
 * @param {string} [text]
 */
function add(parent, tag, text) {
  var element = document.createElement(tag)
  element.textContent = text || ''
  return parent.appendChild(element)
}

var frame = byId('frame')
var pictures = byId('pictures')
var message = byId('message')
var corner = byId('corner')
