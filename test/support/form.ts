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
