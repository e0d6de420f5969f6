import { expect, test } from 'bun:test'
import { describeInBrowser, phone } from '../../support/browsers/installed-browsers.ts'
import { startServer } from '../../support/server.ts'

describeInBrowser('programs on the admin page', ({ openAdmin }) => {
  test('get a token that is shown once, and lose it when somebody ends it', async () => {
    await using service = await startServer()
    await using page = await openAdmin(phone, service, 'more')
    // What comes from the service moves what is below it.
    const open = async () => {
      await page.untilText('Version')
      await page.untilText('It is empty.')
      await page.click('.programs summary')
    }
    await open()
    await page.click('.programs input')
    await page.driver.type('Home Assistant')
    await page.press('Make a token')
    await page.until(`!!document.querySelector('.programs .line')`)
    const [token] = await page.texts('.programs .line')
    const ask = () =>
      service.ask('GET /api/frames', { headers: { Authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    await page.driver.navigate(`${service.url}/admin?again#/more`)
    await open()
    await page.untilText('Home Assistant')
    await page.until(`/Seen (today|yesterday)/.test(document.body.innerText)`)
    expect(await page.texts('.programs .line')).toEqual([])
    await page.press('Remove')
    await page.untilText('Remove “Home Assistant”?')
    await page.press('Remove')
    await page.until(`!document.querySelector('.programs li')`)
    expect((await ask()).status).toBe(401)
  })
})
