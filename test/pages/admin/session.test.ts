import { expect, test } from 'bun:test'
import { adminPage } from '../../support/admin-page.ts'
import {
  describeInBrowser,
  describeInEachBrowser,
  phone,
} from '../../support/browsers/installed-browsers.ts'
import { noise, pictures } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'
import { sharedServer } from '../../support/shared-server.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const isLooking = `!!document.querySelector('.looking')`
const isAsking = `!!document.querySelector('input[name=password]')`

describeInBrowser('a session', ({ openAdmin }) => {
  test('asks for the password again where the page does not know it, goes on with what was begun, and ends by a log out', async () => {
    await using service = await startServer({ files: pictures(1) })
    await using page = await openAdmin(phone, service)
    // The cookie is still good after a reload, but nobody has typed the password.
    await page.driver.navigate(`${service.url}/admin?again#/pictures/`)
    await page.untilPictures(1)
    await page.driver.forgetCookies()
    await page.press('New album')
    await page.enter('Winter')
    await page.until(isAsking)
    for (const key of ['Escape', 'Escape']) await page.driver.press(key)
    await page.until(`!!document.querySelector('.login:modal')`)
    await page.logIn('wrong')
    await page.until(`!!document.querySelector('.login [role=alert]:not(:empty)')`)
    await page.logIn()
    await page.untilHeading('Winter')
    expect(await page.ask<boolean>(isAsking)).toBe(false)

    // Nothing that is hidden is left after a log out.
    await page.show('photos')
    await page.untilPictures(1)
    await service.told('POST /api/images/marks', { images: ['1.png'], hidden: true })
    await page.show('more')
    await page.press('Log out')
    await page.until(isLooking)
    await page.untilPictures(0)
    await page.driver.navigate(`${service.url}/admin?again`)
    await page.until(isLooking)
  })
})

describeInBrowser('a log out', ({ open, openAdmin }) => {
  test('ends the session in other tabs too, also where one of them knows the password', async () => {
    await using service = await startServer()
    await using page = await openAdmin(phone, service, 'photos')
    await page.show('frames')
    await page.untilHeading('Frames')
    await using driver = await open(phone)
    const other = adminPage(driver)
    await driver.navigate(`${service.url}/admin#/more`)
    await other.press('Log out')
    await other.until(isLooking)
    await page.until(isLooking)
    await driver.navigate(`${service.url}/admin?again`)
    await other.until(isLooking)
  })

  test('stays one where the page asks for something before it is answered', async () => {
    await using service = await startServer()
    await using page = await openAdmin(phone, service)
    await page.show('more')
    await page.untilText('Trash')
    await page.ask(`(() => {
      const { fetch } = window
      window.fetch = async (...sent) => {
        const answer = await fetch(...sent)
        const isLogout = answer.url.endsWith('/logout')
        if (isLogout) dispatchEvent(new Event('focus'))
        const isLate = answer.status === 401 && answer.url.endsWith('/trash')
        if (isLogout || isLate) await new Promise((resolve) => setTimeout(resolve, isLate ? 1000 : 500))
        window.isLate ||= isLate
        return answer
      }
    })()`)
    await page.press('Log out')
    await page.until(isLooking)
    await page.until('window.isLate')
    await page.untilStill()
    expect(await page.ask<boolean>(isAsking)).toBe(false)
    await page.driver.navigate(`${service.url}/admin?again`)
    await page.until(`!!document.querySelector('main')`)
    expect(await page.ask<boolean>(isLooking)).toBe(true)
  })
})

describeInBrowser('whoever is not logged in', ({ open }) => {
  test('sees the pictures that are not hidden, and can do nothing but look and log in', async () => {
    await using service = await startServer({
      files: { ...pictures(2), 'Summer/3.png': noise(60, 40, 3) },
    })
    await service.told('POST /api/images/marks', { images: ['2.png'], hidden: true })
    await using driver = await open(phone)
    const page = adminPage(driver)
    await driver.navigate(`${service.url}/admin#/frames`)
    await page.untilPictures(2)
    expect((await page.names()).toSorted()).toEqual(['1.png', '3.png'])
    const controls = `.tools, .check, .foot button, [aria-haspopup], [type=file], input:not([type=search])`
    const seen = `[...document.querySelectorAll('${controls}')].filter((each) => each.checkVisibility()).length`
    expect(await page.ask<number>(seen)).toBe(0)
    expect(await page.texts('.bar a')).toHaveLength(2)
    // Text of twice the size leaves room for signs alone.
    await driver.setScreen({ ...phone, fontSize: 32 })
    expect((await page.rectOf('.bar > button .icon')).width).toBe(40)
    await driver.setScreen(phone)
    await page.click('[aria-label="1.png"]')
    await page.untilOpen('1.png')
    expect(await page.ask<number>(seen)).toBe(0)
    expect(await page.texts('.doing button')).toHaveLength(1)
    await driver.press('Escape')
    await page.click('.bar > button')
    await page.until(isAsking)
    // In any language.
    await page.pick('.login select', 'de')
    await page.press('Abbrechen')
    await page.until(`!${isAsking}`)
    expect(driver.complaints.filter((each) => each.includes('status of 401'))).toEqual([])
    await page.logIn()
    await page.untilHeading('Rahmen')
    await page.show('photos')
    await page.untilPictures(3)
  })
})

describeInEachBrowser('a session', ({ open }) => {
  test.each([
    ['', true],
    ['.choice [name=remember]', false],
  ])('outlives a restart unless %j is switched off: %p', async (choice, isKept) => {
    await using folder = await temporaryFolder()
    const env = { UPLOADS_DIR: folder.path }
    await using driver = await open(phone)
    const page = adminPage(driver)
    let PORT = '0'
    {
      await using service = await startServer({ env })
      PORT = new URL(service.url).port
      await driver.navigate(`${service.url}/admin`)
      await page.until(isLooking)
      await page.click('.bar > button')
      await page.until(isAsking)
      if (choice !== '') await page.click(choice)
      await page.logIn()
      await page.until(`!!document.querySelector('.tools')`)
    }
    await using restarted = await startServer({ env: { ...env, PORT } })
    await driver.navigate(`${restarted.url}/admin?again`)
    await page.until(isKept ? `!!document.querySelector('.tools')` : isLooking)
  })
})

describeInBrowser('the login page', ({ open }) => {
  const server = sharedServer()

  async function openLogin() {
    const driver = await open(phone)
    const page = adminPage(driver)
    await driver.navigate(`${server().url}/admin`)
    await page.until(isLooking)
    await page.click('.bar > button')
    await page.until(isAsking)
    return { ...page, driver, [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose]() }
  }

  test('says of each failure what it is, and counts the wait down after too many wrong passwords', async () => {
    await using page = await openLogin()
    const shown = (selector: string) =>
      `[...document.querySelectorAll('.login ${selector}')].map((each) => each.textContent).join('')`
    const alert = shown('[role=alert]')
    const isDisabled = `document.querySelector('.login button').disabled`
    await page.ask(`void (window.send = window.fetch)`)
    /** Answers in place of the service. */
    const answer = (source: string) =>
      page.ask(`void (window.fetch = async (...args) => ${source})`)
    const failure = (status: number, code: string, headers: object = {}) =>
      `Response.json(${JSON.stringify({ success: false, code, error: 'Not so.' })},
        ${JSON.stringify({ status, headers })})`
    const inBetween = 'Something on the way to the service answered in its place (status 502).'
    for (const [source, expected] of [
      [`new Response('<h1>Bad Gateway</h1>', { status: 502 })`, inBetween],
      [failure(401, 'AUTHENTICATION_FAILED'), 'The password is wrong.'],
      [failure(500, 'INTERNAL_ERROR'), 'Something went wrong in the service.'],
      [`{ throw new TypeError('Failed to fetch') }`, 'The service does not answer.'],
    ] as const) {
      await answer(source)
      await page.logIn()
      await page.until(`${alert}.startsWith(${JSON.stringify(expected)})`)
      expect(await page.ask<boolean>(isDisabled)).toBe(false)
    }
    const setClock = (ahead: number) =>
      page.ask(`void (Date.now = ((now) => () => now)(Date.now() + ${ahead}))`)
    await setClock(0)
    await answer(failure(429, 'TOO_MANY_ATTEMPTS', { 'Retry-After': '3' }))
    await page.logIn()
    for (const left of [3, 2, 1]) {
      await page.until(`${shown('.note')} === 'Try again in ${left}\u00a0sec.'`)
      expect(await page.ask<string>(alert)).toBe('Too many wrong passwords.')
      expect(await page.ask<boolean>(isDisabled)).toBe(true)
      await setClock(1000)
    }
    await page.until(`!${isDisabled}`)
    expect(await page.ask<string>(`${alert} + ${shown('.note')}`)).toBe('')
    await answer('send(...args)')
    await page.logIn()
    await page.until(`!!document.querySelector('.tools')`)
  })
})
