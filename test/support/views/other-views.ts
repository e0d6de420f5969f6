import type { Steps } from './steps.ts'

export async function addPictures({ driver, url, photos, t, page, look }: Steps) {
  await page.addFiles(photos)
  await page.until(`document.querySelectorAll('.uploads .refused').length === 2`)
  await look('refused uploads')
  // The page itself would write over it as its uploads end.
  await driver.navigate(`${url}/admin/icon.svg`)
  await page.ask(`localStorage.setItem('unfinished-uploads',
    '[{"name":"8.png","size":1,"folder":"Summer"}]')`)
  await driver.navigate(`${url}/admin?last`)
  await page.untilText(t.uploads.missing(1))
  await look('uploads of the last visit')
  await page.press(t.app.forget)
}

export async function steerFrames({ t, page, look, lookAndClose }: Steps) {
  await page.show('frames')
  await page.untilText('hall')
  await look('frames')
  await page.press(t.app.settings)
  await page.until(`document.querySelectorAll('.kinds button').length === 5`)
  await look('kind of a frame')
  await page.click('.kinds button')
  await lookAndClose('settings of a frame')
  await page.press(t.frames.showPicture)
  await page.until(`document.querySelectorAll('.choices button').length > 3`)
  await lookAndClose('picture to show')
  await page.click('.frames summary')
  await look('details of a frame')
  await page.click('.frames details .danger')
  await lookAndClose('forget a frame')
  await page.press(t.frames.connectFrame)
  await page.until(`!!document.querySelector('.qr')`)
  await look('connect a tablet')
  await page.pick('dialog select', 'esphome')
  await page.until(`!document.querySelector('.qr')`)
  await lookAndClose('connect a panel')
}

export async function emptyTrash({ driver, url, t, page, look, lookAndClose }: Steps) {
  await page.show('more')
  await page.until(`!!document.querySelector('.unreadable button')`)
  await page.click('.programs summary')
  await look('status')
  await page.click('.unreadable button')
  await page.untilText(t.changes.pictures.trashed(1))
  await page.until(`!document.querySelector('.unreadable .danger')`)
  await page.until(`!!document.querySelector('.trash li')`)
  await look('trash and notice')
  // A notice is over other things for as long as it is shown.
  await driver.navigate(`${url}/admin?trash#/more`)
  await page.until(`!!document.querySelector('.facts')`)
  await page.click('.trash input')
  await page.untilText(t.trash.selectedOf({ n: 1, all: 1 }))
  await look('selection in the trash')
  await page.press(t.app.deleteForGood)
  await lookAndClose('empty the trash')
}
