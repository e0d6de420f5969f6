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
    expect(await answer.json()).toEqual({
      success: true,
      message: 'Stored 2 images.',
      data: {
        uploadedFiles: [
          {
            originalName: 'IMG 1.JPG',
            fileName: 'IMG 1.jpg',
            path: 'trips/Rome/IMG 1.jpg',
            size: photo.length,
            mimeType: 'image/jpeg',
          },
          {
            originalName: 'b.png',
            fileName: 'b.png',
            path: 'trips/Rome/b.png',
            size: drawing.length,
            mimeType: 'image/png',
          },
        ],
        folder: 'trips/Rome',
        totalFiles: 2,
        totalSize: photo.length + drawing.length,
      },
    })
    expect((await readFile(service.at('trips/Rome/IMG 1.jpg'))).equals(photo)).toBeTrue()
    expect((await readFile(service.at('trips/Rome/b.png'))).equals(drawing)).toBeTrue()
    expect(await service.list('trips/Rome')).toEqual(['b.png', 'IMG 1.jpg'])
  })

  test.each([undefined, '', '/'])('to the folder %j goes to the root', async (folder) => {
    await using service = await openApp()
    const answer = await send(service, formOf({ 'a.jpg': picture('a') }, folder))
    const data = { folder: '', uploadedFiles: [{ path: 'a.jpg' }] }
    expect(await answer.json()).toMatchObject({ message: 'Stored 1 image.', data })
  })

  test('takes the folder after the files too', async () => {
    await using service = await openApp()
    const body = formOf({ 'a.jpg': picture('a') })
    body.append('folder', 'trips')
    const expected = { folder: 'trips', uploadedFiles: [{ path: 'trips/a.jpg' }] }
    expect(await dataOf(await send(service, body))).toMatchObject(expected)
  })

  test.each([
    ['jpg', jpeg(shape), 'image/jpeg'],
    ['png', png(shape), 'image/png'],
    ['gif', gif(shape), 'image/gif'],
    ['webp', webp(shape), 'image/webp'],
  ])(
    'goes by the content (%s), whatever name and type are sent',
    async (type, content, mimeType) => {
      await using service = await openApp()
      const body = new FormData()
      for (const name of ['x.txt', `y.${type}`, 'z']) {
        body.append('files', new File([new Uint8Array(content)], name, { type: 'text/html' }))
      }
      const data = await dataOf(await send(service, body))
      expect(data['uploadedFiles']).toMatchObject(
        ['x', 'y', 'z'].map((stem) => ({ fileName: `${stem}.${type}`, mimeType })),
      )
    },
  )

  test('takes many files in one request, with fields that it does not know', async () => {
    await using service = await openApp()
    const entries = Array.from({ length: 200 }, (_, index) => [`${index}.jpg`, picture(index)])
    const body = formOf(Object.fromEntries(entries))
    body.append('comment', 'hello')
    body.append('thumbnail', new File(['not a picture'], 'thumbnail.jpg'))
    expect(await dataOf(await send(service, body))).toMatchObject({ totalFiles: 200 })
    expect(await service.list()).toHaveLength(200)
  })
})
