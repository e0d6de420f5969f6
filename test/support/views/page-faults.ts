/**
 * Finds texts that are cut, over others, or not of the language: what they are, as an expression.
 * @param names what may be in another language; everything may where it is not given.
 */
export const faultsOnPage = (names?: readonly string[]) => `(() => {
  const allowed = ${JSON.stringify(names ?? [])}.sort((one, other) => other.length - one.length)
  const plain = (text) =>
    allowed.reduce((left, each) => left.replaceAll(each, ''), text.replace(/https?:\\S+/g, ''))
  const root = [...document.querySelectorAll('dialog')].at(-1) ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode
    if (data.trim() !== '' && parent.checkVisibility() && !parent.closest('noscript, pre')) {
      texts.push(walker.currentNode)
    }
  }
  const said = [...root.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(
    (each) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => each.getAttribute(name) ?? ''),
  )
  const foreign = [document.title, ...said, ...texts.map(({ data }) => data)]
    .filter((text) => ${names !== undefined} && /[a-z]{2}/i.test(plain(text)))
    .map((text) => 'not translated: ' + text)
  const cut = [...root.querySelectorAll('button, a, label, h1, h2, p, dt, dd, legend')]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => 'cut: ' + each.textContent)
  const fixedOf = (element) => {
    let lifted = null
    for (let each = element; each !== null; each = each.parentElement) {
      const { position } = getComputedStyle(each)
      if (['fixed', 'sticky'].includes(position)) return each
      // Within what is fixed they share its layer, as the years of a rail do.
      if (position === 'absolute') lifted ??= each
    }
    return lifted
  }
  // What is scrolled or clamped away is not over anything.
  const seenOf = (rect, text) => {
    let { left, top, right, bottom } = rect
    for (let each = text.parentElement; each !== root.parentElement; each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue
      const box = each.getBoundingClientRect()
      ;[left, top] = [Math.max(left, box.left), Math.max(top, box.top)]
      ;[right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)]
    }
    return { left, top, right, bottom }
  }
  const placed = texts.filter((text) => !text.parentElement.closest('option')).flatMap((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const layer = fixedOf(text.parentElement)
    return [...range.getClientRects()].map((rect) => ({ text, rect: seenOf(rect, text), layer }))
  })
  // Some letters a line; a text in the direction of its lines that the screen ends.
  const pieces = texts.filter((text) => {
    const lines = new Set(placed.filter((each) => each.text === text).map(({ rect }) => Math.round(rect.top)))
    return lines.size > 3 && text.data.trim().length / lines.size < 4
  })
  const outside = placed.filter(({ rect }) =>
    rect.right > rect.left && rect.bottom > rect.top && (rect.left < -1 || rect.right > innerWidth + 1))
  const over = placed.flatMap((one, index) => placed.slice(index + 1).filter((other) =>
    one.text !== other.text && one.layer === other.layer &&
    Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left) > 1 &&
    Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top) > 4)
    .map((other) => 'over each other: ' + one.text.data + ' / ' + other.text.data))
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  const torn = pieces.map((text) => 'cut to pieces: ' + text.data)
  const gone = outside.map(({ text }) => 'cut by the screen: ' + text.data)
  return [...foreign, ...cut, ...torn, ...gone, ...over, ...(wide > 0 ? ['too wide by ' + wide + ': ' + [...root.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().left < -1 || each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.outerHTML.slice(0, 150)).slice(0, 4).join('; ')] : [])]
})()`
