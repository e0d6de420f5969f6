import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { dataOf, formOf, openApp, type TestApp } from '../../support/app.ts'
import { gif, jpeg, picture, png, webp } from '../../support/pictures.ts'

const shape = { width: 4, height: 3 }

async function send(service: TestApp, body: FormData) {
  return service.ask('POST /api/upload', { body, cookie: await service.login() })
}

describe('an upload', () => {
  test('stores each picture, and the answer has every field', async () => {
    const [photo, drawing] = [jpeg(shape), png(shape)]
    // No larger than they are.
    await using service = await openApp({ maxFileSize: Math.max(photo.length, drawing.length) })
    const files = { 'IMG 1.JPG': photo, 'b.png': drawing }
    const answer = await send(service, formOf(files, '/trips/Rome/'))
    const stored = (originalName: string, fileName: string, size: number, mimeType: string) => {
      return { originalName, fileName, path: `trips/Rome/${fileName}`, size, mimeType }
    }
    const data = {
      uploadedFiles: [
        stored('IMG 1.JPG', 'IMG 1.jpg', photo.length, 'image/jpeg'),
        stored('b.png', 'b.png', drawing.length, 'image/png'),
      ],
      folder: 'trips/Rome',
      totalFiles: 2,
      totalSize: photo.length + drawing.length,
    }
    expect(await answer.json()).toEqual({ success: true, message: 'Stored 2 images.', data })
    expect((await readFile(service.at('trips/Rome/IMG 1.jpg'))).equals(photo)).toBeTrue()
    expect((await readFile(service.at('trips/Rome/b.png'))).equals(drawing)).toBeTrue()
    expect(await service.list('trips/Rome')).toEqual(['b.png', 'IMG 1.jpg'])
  })

  test('without a folder goes to the root, and to one that comes after the files', async () => {
    await using service = await openApp()
    for (const folder of [undefined, '', '/']) {
      const answer = await send(service, formOf({ 'a.jpg': picture('a') }, folder))
      const data = { folder: '', uploadedFiles: [{ path: 'a.jpg' }] }
      expect(await answer.json()).toMatchObject({ message: 'Stored 1 image.', data })
    }
    const body = formOf({ 'a.jpg': picture('a') })
    body.append('folder', 'trips')
    const expected = { folder: 'trips', uploadedFiles: [{ path: 'trips/a.jpg' }] }
    expect(await dataOf(await send(service, body))).toMatchObject(expected)
  })

  test('goes by the content, whatever name and type are sent', async () => {
    await using service = await openApp()
    const contents = { 'image/jpeg': jpeg, 'image/png': png, 'image/gif': gif, 'image/webp': webp }
    const body = new FormData()
    for (const make of Object.values(contents)) {
      body.append('files', new File([new Uint8Array(make(shape))], 'x.txt', { type: 'text/html' }))
    }
    const uploadedFiles = Object.keys(contents).map((mimeType) => ({
      fileName: mimeType.replace('image/', 'x.').replace('jpeg', 'jpg'),
      mimeType,
    }))
    expect(await dataOf(await send(service, body))).toMatchObject({ uploadedFiles })
  })
})
