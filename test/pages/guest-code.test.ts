import { beforeEach, expect, test } from 'bun:test'
import { drawGuestCode } from '../../src/pages/guest-code.ts'
import { violationsOn } from '../support/axe.ts'
import { formOf } from '../support/question.ts'
import { openBrowser } from '../support/browser.ts'
import { noise } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { readQrCode } from '../support/qr-code.ts'
import { eventually, startServer } from '../support/server.ts'
import { fasterTimers } from '../support/time.ts'
import { areApart, type Box, boxesOf, describeSlideshow } from './describe-slideshow.ts'
import { noImages } from './fake-service.ts'

const link = `http://192.168.178.20:3000/add/${'1234567890'.repeat(4).slice(1)}`
const [id, other] = ['5f2c9d04b1a87e36', '0123456789abcdef']

type Browser = Awaited<ReturnType<typeof openBrowser>>

/** Reads the code on the screen, if there is one. */
async function readCode({ view, look }: Browser): Promise<string | undefined> {
  const [[left, top, right, bottom] = [0, 0, 0, 0]] = await view.evaluate<Box[]>(boxesOf('#code'))
  const [x, y] = [Math.floor(left), Math.floor(top)]
  const part = { x, y, width: Math.floor(right - left), height: Math.floor(bottom - top) }
  return part.width * part.height === 0 ? undefined : readQrCode(await look(part))
}

const draw = async (line = 'Add your photos') =>
  new Response(await drawGuestCode(link, line), { headers: { 'content-type': 'image/svg+xml' } })

describeSlideshow('the code for guests on the screen', (page) => {
  const { open, ask, set, until, pass, prepare, text, boxes } = page
  const untilShown = page.anyShown

  beforeEach(async () => {
    page.service.code = () => draw()
    // Ten times as often: the pauses are the page's, not what is tested.
    await prepare(`${fasterTimers(10, ['setInterval'])}
      Date.prototype.getMinutes = function () { return window.minute || 0 }`)
  })

  const codes = () =>
    page.service.asked.filter(({ pathname }) => pathname === '/api/frames/hall/invitation')
  const read = () => readCode(page.browser)
  const untilThere = () => until(async () => (await read()) === link)
  const untilGone = () => until(async () => (await read()) === undefined)

  test('comes and goes with the setting, and is asked for once', async () => {
    await open('?frame=hall')
    await untilShown()
    expect(codes()).toEqual([])
    set({ invite: id })
    await untilThere()
    await pass(1500)
    expect(codes().map(({ search }) => search)).toEqual([`?${id}`])
    set({})
    await untilGone()
    set({ invite: other })
    await untilThere()
    expect(codes().length).toBe(2)
    expect(page.browser.complaints).toEqual([])
  })

  test('is not there for an address, which anybody can type', async () => {
    await open(`?frame=hall&invite=${id}`)
    await untilShown()
    expect(await text('note')).toBe(`Not understood: invite=${id}`)
    expect(codes()).toEqual([])
  })

  test('leaves no trace where there is none, and is asked for again', async () => {
    page.service.code = () => new Response('', { status: 404 })
    set({ invite: id })
    await open('?frame=hall&seconds=86400')
    await untilShown()
    await until(() => codes().length > 2)
    const [box = [0, 0, 0, 0]] = await boxes('#code')
    expect(box[3] - box[1]).toBe(0)
    page.service.code = () => draw()
    await untilThere()
  })

  test.each([
    ['a screen of 10 inches', 1024, 600],
    ['a small one', 800, 480],
    ['an upright one', 768, 1024],
    ['a large one', 1920, 1080],
    ['a phone', 390, 844],
  ])('covers neither captions nor clock, whatever the minute, on %s', async (_, width, height) => {
    await page.browser.setScreen(width, height)
    page.service.placeOf = () => ({ folder: 'Our journey by boat to Norway '.repeat(6) })
    const sides = new Set<boolean>()
    for (const place of ['bottom', 'corner', 'top']) {
      set({ invite: id, clock: 'date', caption: 'folder', place })
      await open('?frame=hall&seconds=86400')
      await untilShown()
      for (const minute of [0, 1]) {
        await ask(`(window.minute = ${minute})`)
        const before = codes().length
        await until(async () => {
          const [box = [0, 0, 0, 0]] = await boxes('#code')
          const isHigh = box[1] < height / 10
          return isHigh === (place !== 'top') && box[0] < width / 4 === (minute === 1)
        })
        expect(codes().length).toBe(before)
        const [code = [0, 0, 0, 0]] = await boxes('#code')
        sides.add(code[0] < width / 4)
        expect(code[2] - code[0]).toBeLessThanOrEqual(width / 8)
        expect(code[0]).toBeGreaterThan(0)
        expect(code[1]).toBeGreaterThan(0)
        expect(code[2]).toBeLessThan(width)
        expect(code[3]).toBeLessThan(height)
        for (const box of await boxes('b')) {
          const found = { place, minute, box, code }
          expect({ ...found, apart: areApart(box, code) }).toEqual({ ...found, apart: true })
        }
      }
    }
    expect(sides.size).toBe(2)
  })

  test.each(['ltr', 'rtl'])(
    'changes sides also where the page is written %s',
    async (direction) => {
      set({ invite: id })
      await open('?frame=hall&seconds=86400')
      await ask(`(document.documentElement.dir = '${direction}')`)
      for (const minute of [1, 2, 3]) {
        await ask(`(window.minute = ${minute})`)
        await until(async () => {
          const [box = [400, 0, 400, 0]] = await boxes('#code')
          return minute % 2 === 1 ? box[2] < 400 : box[0] > 400
        })
      }
    },
  )

  test.each([
    'Add your photos',
    'Adicione as suas fotos',
    'Füge deine Fotos hinzu',
    'أضف صورك',
    '写真を追加',
  ])('has its line in its width: %s', async (line) => {
    page.service.code = () => draw(line)
    set({ invite: id })
    await open('?frame=hall')
    await untilThere()
    const width = await ask<number>(`fetch('/api/frames/hall/invitation').then(function (answer) {
      return answer.text() }).then(function (text) {
        var holder = document.body.appendChild(document.createElement('div'))
        holder.appendChild(document.importNode(
          new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true))
        return holder.querySelector('text').getComputedTextLength() })`)
    expect(width).toBeGreaterThan(5)
    expect(width).toBeLessThanOrEqual(33)
  })

  test('is what an empty frame asks for, in place of the ways of an admin', async () => {
    page.service.random = noImages
    set({ invite: id, clock: true })
    await open('?frame=hall')
    await untilThere()
    await until(`!!document.querySelector('h1')`)
    await until(`!document.querySelector('#message p, #message img')`)
    const [[, , , below] = [0, 0, 0, 0]] = await boxes('h1')
    const [[, above] = [0, 0, 0, 0]] = await boxes('#code')
    expect(above).toBeGreaterThan(below)
    set({})
    await until(`!!document.querySelector('#message p')`)
    expect(await violationsOn({ evaluate: ask })).toEqual([])
  })

  test('is dark in the quiet hours', async () => {
    set({ invite: id, quiet: '00:00-23:59' })
    await prepare(`Date.prototype.toTimeString = function () { return '12:00:00' }`)
    await open('?frame=hall')
    await until(`!!document.getElementById('code') && code.naturalWidth > 0`)
    await untilGone()
    expect(await ask<string>(`getComputedStyle(document.getElementById('code')).opacity`)).toBe('0')
  })
})

test.skipIf(lacks('chromium'))(
  'a guest scans the code on the screen, and what is sent is shown next',
  async () => {
    const files = { 'party/a.png': noise(90, 60, 1), 'party/b.png': noise(90, 60, 2) }
    await using service = await startServer({ files })
    await using other = await startServer({ env: { UPLOADS_DIR: service.uploadsDir } })
    const { id: invite } = await service.told('POST /api/invitations', { folder: 'party' })
    const settings = { invite, folder: 'party', new: 'first', seconds: 2 }
    await service.told('PUT /api/frames/hall', { settings })

    await using browser = await openBrowser()
    await browser.setScreen(1024, 600)
    await browser.view.navigate(`${service.url}/?frame=hall`)
    const scan = () => readCode(browser)
    let code: string | undefined
    // Pictures that fade behind it may keep a later look from reading it.
    await eventually(async () => (code = await scan()) !== undefined)
    const scanned = new URL(code ?? '')
    expect(scanned.port).toBe(new URL(service.url).port)
    expect((await service.ask(`GET ${scanned.pathname}`)).status).toBe(200)

    // Any process on the folder takes it.
    const sent = await other.ask('POST /api/upload', {
      headers: { Authorization: `Bearer ${scanned.pathname.split('/')[2]}` },
      body: formOf({ 'guest.png': noise(60, 90, 3) }),
    })
    expect(sent.status).toBe(200)
    await eventually(() =>
      browser.view.evaluate<boolean>(
        `document.querySelector('.shown:not(:has(~ .shown)) img').alt === 'guest.png'`,
      ),
    )

    await service.told(`DELETE /api/invitations/${invite}`)
    await eventually(async () => (await scan()) === undefined)
    expect(browser.complaints).toEqual([])
  },
)
