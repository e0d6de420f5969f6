import { expect, test } from 'bun:test'
import { z } from 'zod'
import { contentOf, formOf } from '../../support/question.ts'
import { describeInBrowser, phone } from '../../support/browsers/installed-browsers.ts'
import { twoDrawings } from '../../support/browsers/page-driver.ts'
import { openBrowser } from '../../support/browser.ts'
import { invite } from '../../support/inviting.ts'
import { picture } from '../../support/pictures.ts'
import { lacks } from '../../support/programs.ts'
import { eventually, password, startServer } from '../../support/server.ts'

describeInBrowser('invitations on the admin page', ({ openAdmin }) => {
  test('are made for a folder, handed to other programs, and ended', async () => {
    await using service = await startServer({ files: { 'party/own.jpg': picture('own') } })
    await using page = await openAdmin(phone, service, 'pictures/party', 1)
    // Browsers share only what came over HTTPS.
    await page.ask(`void (navigator.share = async (data) => void (window.shared = data))`)
    await page.choose('Invite guests')
    await page.press('Make a link')
    await page.until(`!!document.querySelector('.invitation .qr')`)
    const link = await page.ask<string>(`document.querySelector('pre.line').textContent`)
    expect(link).toStartWith(`${service.url}/add/`)
    await page.untilStill()
    // It is shown once, not in the list of others, too.
    expect(await page.texts('.invitations li')).toEqual([])
    await page.click('.buttons .primary')
    await page.until('!!window.shared')
    expect(await page.ask<object>('window.shared')).toEqual({ title: 'party', url: link })
    const upload = (seed = 'guest') =>
      service.ask('POST /api/upload', {
        headers: { Authorization: `Bearer ${link.split('/').at(-1)}` },
        body: formOf({ 'guest.jpg': picture(seed) }),
      })
    expect((await upload()).status).toBe(200)
    await page.press('Close')
    await page.untilPictures(2)
    expect(await page.names()).toEqual(['guest.jpg', 'own.jpg'])
    // Others are invited by the same link, from anywhere.
    await page.click('.bar > a')
    await page.untilText('1 of 500 photos')
    expect((await upload('other guest')).status).toBe(200)
    await page.untilText('2 of 500 photos')
    await page.press('Share')
    await page.until(`document.querySelector('pre.line')?.textContent === '${link}'`)
    expect(await page.ask<boolean>(`!!document.querySelector('.invitation .qr')`)).toBeTrue()
    await page.press('Close')
    await page.press('End')
    await page.untilText('End the link “party”?')
    await page.press('Keep')
    await page.until(`!document.querySelector('dialog')`)
    expect((await upload()).status).toBe(200)
    await page.press('End')
    await page.untilText('End the link “party”?')
    await page.press('End')
    await page.until(`document.querySelectorAll('.invitations li').length === 0`)
    expect((await upload()).status).toBe(401)
  })

  test('keep the name that is typed while those that live are still on their way', async () => {
    await using service = await startServer({ files: { 'party/own.jpg': picture('own') } })
    await invite(service, { folder: 'party' })
    await using page = await openAdmin(phone, service, 'pictures/party', 1)
    await page.ask(`(() => {
      const { fetch } = window
      const { promise, resolve } = Promise.withResolvers()
      const answers = []
      window.fetch = (...asked) => {
        const answer = promise.then(() => fetch(...asked))
        answers.push(answer)
        return answer
      }
      window.goOn = () => {
        resolve()
        return Promise.all(answers).then(() => undefined)
      }
    })()`)
    await page.choose('Invite guests')
    await page.click('dialog input')
    await page.driver.press('End')
    await page.driver.type(' of Ana')
    await page.ask(`goOn()`)
    await page.until(`!!document.querySelector('.invitations li')`)
    await page.ask(twoDrawings)
    await page.driver.type(' & Tom')
    expect(await page.ask<string>(`document.querySelector('dialog input').value`)).toBe(
      'party of Ana & Tom',
    )
  })
})

test.skipIf(lacks('chromium'))('an invitation is printed alone, on a card of A6', async () => {
  await using service = await startServer({ files: { 'party/own.jpg': picture('own') } })
  await using browser = await openBrowser()
  const { view } = browser
  const until = (source: string) => eventually(async () => Boolean(await view.evaluate(source)))
  const press = async (text: string) => {
    const button = `[...document.querySelectorAll('button')].find((each) => each.textContent === '${text}')`
    await until(`!!${button}`)
    await view.evaluate(`${button}.click()`)
  }
  await view.navigate(`${service.url}/admin`)
  const login = { method: 'POST', ...contentOf({ json: { password } }) }
  const headers = { 'Content-Type': 'application/json' }
  await view.evaluate(
    `fetch('/api/auth/login', ${JSON.stringify({ ...login, headers })}).then(() => 0)`,
  )
  await view.navigate(`${service.url}/admin?again#/pictures/party`)
  await until(`!!document.querySelector('main [aria-haspopup]')`)
  await view.evaluate(`document.querySelector('main [aria-haspopup]').click()`)
  await press('Invite guests')
  await press('Make a link')
  await until(`!!document.querySelector('.invitation .qr')`)
  await view.cdp('Emulation.setEmulatedMedia', { media: 'print' })
  expect(await view.evaluate<string>('document.body.innerText')).toBe(
    'party\n\nScan the code and add your photos.',
  )
  await view.cdp('Emulation.setEmulatedMedia', { media: '' })
  const printed = await view.cdp('Page.printToPDF', { preferCSSPageSize: true })
  const { data } = z.object({ data: z.base64() }).parse(printed)
  const pages =
    Buffer.from(data, 'base64')
      .toString('latin1')
      .match(/MediaBox \[.*?\]/g) ?? []
  // Points: 105 by 148 mm.
  expect(
    pages.map((box) => (box.match(/[\d.]+/g) ?? []).map((side) => Math.round(Number(side)))),
  ).toEqual([[0, 0, 298, 420]])
})
