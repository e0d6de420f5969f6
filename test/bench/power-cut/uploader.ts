/**
 * Runs in the virtual machine: uploads pictures to the service on the mounted disk, and marks what
 * it sends and what the service has acknowledged.
 */
import { jpeg } from '../../support/pictures.ts'
import { mark } from './mark.ts'

const seconds = Number(process.argv[2])
const password = 'correct horse'
let acknowledged = 0

const server = Bun.spawn(['bun', '/app/src/index.ts'], {
  cwd: '/tmp',
  env: { PATH: '/bin', UPLOADS_DIR: '/mnt', PORT: '3000', ADMIN_PASSWORD: password },
  stdout: 'inherit',
  stderr: 'inherit',
})
const url = 'http://127.0.0.1:3000'
while (
  !(await fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await Bun.sleep(200)
const login = await fetch(`${url}/api/auth/login`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ password }),
})
const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
const hashOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha1').update(bytes).digest('hex')

const end = Date.now() + seconds * 1000
for (let request = 0; Date.now() < end; request += 1) {
  const form = new FormData()
  const hashes: string[] = []
  for (let index = 0; index <= request % 4; index += 1) {
    const salt = `${request} ${index} `.repeat(1 + ((request * 7919) % 9000))
    const content = jpeg({ width: 4, height: 3, salt })
    hashes.push(hashOf(content))
    mark(`sent ${hashes.at(-1)}`)
    form.append('files', new File([content], `${index}.jpg`))
  }
  form.append('folder', request % 3 === 0 ? '' : `trip ${request % 20}/day ${request % 7}`)
  const upload = { method: 'POST', headers: { Cookie: cookie }, body: form }
  const answer = await fetch(`${url}/api/upload`, upload)
  const { data } = JSON.parse(await answer.text())
  for (const [index, { path }] of data.uploadedFiles.entries()) {
    mark(`acknowledged ${hashes[index]} ${path}`)
    acknowledged += 1
  }
  await fetch(`${url}/api/images/random?frame=hall`)
}
console.log(`${acknowledged} pictures acknowledged`)
server.kill('SIGKILL')
await server.exited
