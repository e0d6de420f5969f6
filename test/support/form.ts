import { openConnection } from './raw-http.ts'

const boundary = 'a-boundary-of-the-tests'

export const formType = `multipart/form-data; boundary=${boundary}`

/** The bytes around a file in a form that holds nothing else. */
export const formAround = (fileName: string) => ({
  before: Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${fileName}"\r\n` +
      'Content-Type: image/jpeg\r\n\r\n',
  ),
  after: Buffer.from(`\r\n--${boundary}--\r\n`),
})

export function form(fileName: string, content: Uint8Array): Buffer {
  const { before, after } = formAround(fileName)
  return Buffer.concat([before, content, after])
}

/** The head of an upload whose body the test sends itself. */
export const uploadHead = (cookie: string, length: number) =>
  `POST /api/upload HTTP/1.1\r\nHost: frame.example\r\nCookie: ${cookie}\r\n` +
  `Content-Type: ${formType}\r\nContent-Length: ${length}\r\n\r\n`

/**
 * Begins an upload of a picture: sends its head and a part of the form, by default a half.
 * @param how.token is that of a guest, in the place of a cookie.
 * @param how.address is where it comes from, such as 127.0.0.2.
 */
export async function beginUpload(
  url: string,
  { name = 'slow.jpg', content, cookie = '', token, address, share = 0.5 }: BegunUpload,
) {
  const body = form(name, content)
  const cut = Math.floor(body.length * share)
  const connection = await openConnection(url, address)
  const head = uploadHead(cookie, body.length)
  const asGuest = () =>
    head
      .replace('frame.example', '127.0.0.1')
      .replace(/Cookie: .*/, `Authorization: Bearer ${token}`)
  connection.write(token === undefined ? head : asGuest())
  connection.write(body.subarray(0, cut))
  return {
    ...connection,
    name,
    content,
    /** Sends the rest, and gives the answer. */
    finish: () => {
      connection.write(body.subarray(cut))
      return connection.answer()
    },
  }
}

interface BegunUpload {
  name?: string
  content: Uint8Array
  cookie?: string
  token?: string
  address?: string
  share?: number
}
