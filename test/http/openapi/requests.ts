import { expect } from 'bun:test'
import { z } from 'zod'
import { bodyByHand, dataOf, formOf, password, type Question } from '../../support/app.ts'
import { formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'
import { maxFileSize, type Service } from './service.ts'

type Ask = (service: Service) => Promise<Response>

/** Ways to every answer of an operation, named by status and by its code or media type. */
type Requests = Record<string, Ask>

const json = { 'Content-Type': 'application/json' }

/** What every operation can come to, and what is usual with a session or a body. */
const usual = (line: string, question: () => Question = () => ({})) => ({
  asked: (service: Service) => service.ask(line, { ...question(), cookie: service.cookie }),
  bug: { '500 INTERNAL_ERROR': (service: Service) => service.askBroken(line, question()) },
  change: {
    '403 CROSS_ORIGIN': ({ ask }: Service) =>
      ask(line, { ...question(), headers: { Origin: 'https://elsewhere.example' } }),
  },
  disk: {
    '500 FILE_SYSTEM_ERROR': ({ ask, cookie, whileAway }: Service) =>
      whileAway(() => ask(line, { ...question(), cookie })),
  },
  session: { '401 AUTHENTICATION_REQUIRED': ({ ask }: Service) => ask(line, question()) },
  body: {
    '413 BODY_TOO_LARGE': ({ ask, cookie }: Service) =>
      ask(line, { body: 'x'.repeat(2 * 1024 ** 2), headers: json, cookie }),
  },
})

const code: Ask = ({ ask }) => ask('GET /api/frames/hall/invitation')

const withJson =
  (line: string, content: unknown): Ask =>
  ({ ask, cookie }) =>
    ask(line, { json: content, cookie })

const withForm =
  (files: Record<string, Uint8Array>, folder?: string): Ask =>
  ({ ask, cookie }) =>
    ask('POST /api/upload', { body: formOf(files, folder), cookie })

const withHeaders =
  (line: string, headers: Record<string, string>): Ask =>
  ({ ask }) =>
    ask(line, { headers })

/** Asks again with the tag of the first answer. */
const again =
  (line: string): Ask =>
  async ({ ask }) => {
    const etag = (await ask(line)).headers.get('etag') ?? ''
    return ask(line, { headers: { 'If-None-Match': etag } })
  }

const dealt = usual('GET /api/images/random')
const sent = usual('GET /uploads/trips/a.png')
const listed = usual('GET /api/folders')
const login = usual('POST /api/auth/login', () => ({ json: { password } }))
const logout = usual('POST /api/auth/logout')
const folder = usual('POST /api/folders', () => ({ json: { path: 'new', name: 'new' } }))
const upload = usual('POST /api/upload', () => ({
  body: formOf({ 'b.jpg': picture('b') }, 'trips'),
}))
const deletion = usual('DELETE /api/images', () => ({
  json: { images: ['trips/a.png', 'none.jpg'] },
}))
const move = usual('POST /api/images/move', () => ({
  json: { images: ['trips/a.png', 'none.jpg'], folder: 'moved' },
}))
const marking = usual('POST /api/images/marks', () => ({
  json: { images: ['trips/a.png', 'none.jpg'], hidden: true },
}))
const ofDevice = () => ({ headers: { ID: 'A4:CF:12:00:9B:0E' } })
const setup = usual('GET /api/setup', ofDevice)
const display = usual('GET /api/display', ofDevice)
const deviceLog = usual('POST /api/log', ofDevice)
const facts = usual('GET /api/images/facts?path=trips/a.png')
const rotation = usual('POST /api/images/rotate', () => ({
  json: { images: ['trips/a.png', 'none.jpg'], turn: 90 },
}))
const folderMove = usual('PATCH /api/folders', () => ({ json: { path: 'trips', newPath: 'new' } }))
const cover = usual('PUT /api/folders/cover', () => ({
  json: { path: 'trips', image: 'trips/a.png' },
}))
const folderDeletion = usual('DELETE /api/folders', () => ({
  json: { path: 'trips', recursive: true },
}))
const summary = usual('GET /api/admin')
const frames = usual('GET /api/frames')
const steering = usual('PUT /api/frames/hall', () => ({ json: { label: 'The hall' } }))
const forgetting = usual('DELETE /api/frames/hall')
const nextImage = usual('POST /api/frames/hall/next')

const trashing = usual('POST /api/trash', () => ({
  json: { images: ['trips/a.png', 'none.jpg'], folders: ['trips'] },
}))
const trashList = usual('GET /api/trash')
const emptying = usual('DELETE /api/trash', () => ({ json: { all: true } }))
const restoring = usual('POST /api/trash/restore', () => ({ json: { ids: ['none'] } }))
const thumbnail = usual('GET /api/trash/none/thumbnail')

/** Asks for something after the picture was moved to the trash. */
const trashed =
  (ask: (service: Service, id: string) => Promise<Response>, path = 'trips/a.png'): Ask =>
  async (service) => {
    const answer = await service.ask('POST /api/trash', {
      json: { images: [path] },
      cookie: service.cookie,
    })
    const { trashedItems } = await dataOf(answer)
    const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(trashedItems)
    return ask(service, id)
  }

const askThumbnail = ({ ask, cookie }: Service, id: string) =>
  ask(`GET /api/trash/${id}/thumbnail`, { cookie })

const invited = usual('GET /api/invitations')
const inviting = usual('POST /api/invitations', () => ({ json: { folder: 'trips' } }))
const ending = usual('DELETE /api/invitations/none')
const guest = usual('GET /api/invitations/current', () => ({ headers: tokenHeaders('none') }))

const takingBack = usual('DELETE /api/invitations/current/images', () => ({
  headers: tokenHeaders('none'),
}))
const uploadKey = { 'Upload-Key': 'a3f19c0b7d5e4826' }

const tokenHeaders = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Asks for something after guests were invited. */
const withGuests =
  (ask: (service: Service, id: string, token: string) => Promise<Response>): Ask =>
  async (service) => {
    const answer = await inviting.asked(service)
    const data = z.object({ id: z.string(), token: z.string() }).parse(await dataOf(answer))
    return ask(service, data.id, data.token)
  }

/** Asks for something after a frame was to show the code of an invitation. */
const withCode = (asked: Ask): Ask =>
  withGuests(async (service, id) => {
    const json = { settings: { invite: id } }
    await service.ask('PUT /api/frames/hall', { json, cookie: service.cookie })
    return asked(service)
  })

/** Asks with more tokens than may open nothing. */
const guessed =
  (line: string): Ask =>
  async ({ ask }) => {
    const question = () => ask(line, { headers: tokenHeaders('none') })
    for (let time = 0; time < 10; time += 1) await question()
    return question()
  }

/** Asks of a frame that has asked for a picture. */
const seen =
  (line: string): Ask =>
  async ({ ask, cookie }) => {
    await ask('GET /api/images/random?frame=hall')
    return ask(line, { cookie })
  }

/** Asks to change a frame while another process changes one. */
const whileLocked =
  (line: string, question: Question = {}, table = 'steering.json'): Ask =>
  async ({ ask, cookie, whileLocked: lock }) => {
    await ask('GET /api/images/random?frame=hall')
    return lock(table, () => ask(line, { ...question, cookie }))
  }

/** Asks at once for more than may wait, with another number behind each line. */
const tooMany =
  (line: string): Ask =>
  async ({ ask }) => {
    // Renditions so large that they are asked for more quickly than they are made.
    const numbers = Array.from({ length: 200 }, (_, index) => 400 + index)
    const answers = await Promise.all(numbers.map((number) => ask(line + number)))
    const refused = answers.find(({ status }) => status === 503)
    if (refused === undefined) throw new Error('All of them were answered.')
    return refused
  }

/** Begins more uploads than are received and may wait, then breaks them off. */
const tooManyUploads: Ask = async ({ ask, cookie }) => {
  const uploads = Array.from({ length: 80 }, bodyByHand)
  const answers = uploads.map(async ({ body, send }) => {
    void send('--').catch(() => undefined)
    return ask('POST /api/upload', { body, headers: { 'Content-Type': formType }, cookie })
  })
  const refused = await Promise.any(
    answers.map(async (answer) => {
      expect((await answer).status).toBe(503)
      return answer
    }),
  )
  for (const { end } of uploads) void end().catch(() => undefined)
  await Promise.allSettled(answers)
  return refused
}

/** What only tells of the service itself. */
function simple(path: string, mediaType: string): Requests {
  const { asked, bug } = usual(`GET ${path}`)
  return { [`200 ${mediaType}`]: asked, ...bug }
}

/** A way to everything that the document says may come. */
export const requests: Record<string, Requests> = {
  'GET /api/images/random': {
    '200 application/json': dealt.asked,
    '200 image/*': ({ ask }) => ask('GET /api/images/random?as=image&width=30'),
    '206 image/*': withHeaders('GET /api/images/random?as=image', { Range: 'bytes=0-3' }),
    '304': again('GET /api/images/random?as=image'),
    '416': withHeaders('GET /api/images/random?as=image', { Range: 'bytes=999999-' }),
    '400 INVALID_REQUEST': ({ ask }) => ask('GET /api/images/random?width=0'),
    '404 NO_IMAGES_AVAILABLE': ({ ask }) => ask('GET /api/images/random?folder=none'),
    '503 BUSY': tooMany('GET /api/images/random?as=image&height=400&fit=cover&width='),
    ...dealt.disk,
    ...dealt.bug,
  },
  'GET /uploads/{path}': {
    '200 image/*': sent.asked,
    '206 image/*': withHeaders('GET /uploads/trips/a.png', { Range: 'bytes=0-3' }),
    '304': again('GET /uploads/trips/a.png'),
    '400 INVALID_REQUEST': ({ ask }) => ask('GET /uploads/trips/a.png?quality=high'),
    '404 IMAGE_NOT_FOUND': ({ ask }) => ask('GET /uploads/none.png'),
    '416': withHeaders('GET /uploads/trips/a.png', { Range: 'bytes=999999-' }),
    '503 BUSY': tooMany('GET /uploads/trips/a.png?height=400&fit=cover&width='),
    ...sent.disk,
    ...sent.bug,
  },
  'GET /api/folders': {
    '200 application/json': async ({ ask }) => ask('GET /api/folders?path=trips'),
    '304': again('GET /api/folders?path=trips'),
    '400 INVALID_REQUEST': ({ ask }) => ask('GET /api/folders?limit=0'),
    '404 FOLDER_NOT_FOUND': ({ ask }) => ask('GET /api/folders?path=none'),
    '503 BUSY': tooMany('GET /api/folders?search='),
    ...listed.disk,
    ...listed.bug,
  },
  'POST /api/auth/login': {
    '200 application/json': login.asked,
    '400 INVALID_REQUEST': withJson('POST /api/auth/login', { password: '' }),
    '401 AUTHENTICATION_FAILED': withJson('POST /api/auth/login', { password: 'wrong' }),
    '429 TOO_MANY_ATTEMPTS': async ({ ask }) => {
      const wrong = { json: { password: 'wrong' } }
      for (let time = 0; time < 10; time += 1) await ask('POST /api/auth/login', wrong)
      return ask('POST /api/auth/login', wrong)
    },
    '503 BUSY': ({ ask, whileLoginsWait }) =>
      whileLoginsWait(() =>
        Promise.race(
          Array.from({ length: 200 }, () => ask('POST /api/auth/login', { json: { password } })),
        ),
      ),
    ...login.change,
    ...login.body,
    ...login.bug,
  },
  'POST /api/auth/logout': {
    '200 application/json': logout.asked,
    ...logout.change,
    ...logout.bug,
  },
  'POST /api/folders': {
    '200 application/json': folder.asked,
    '400 INVALID_FOLDER_NAME': withJson('POST /api/folders', { path: 'a<b', name: 'a<b' }),
    ...folder.session,
    ...folder.change,
    ...folder.body,
    ...folder.disk,
    ...folder.bug,
  },
  'POST /api/upload': {
    '200 application/json': upload.asked,
    '400 INVALID_REQUEST': withJson('POST /api/upload', {}),
    '400 INVALID_FOLDER_NAME': withForm({ 'b.jpg': picture('b') }, 'a<b'),
    '400 NO_FILES': withForm({}, 'trips'),
    '400 INVALID_FILE_TYPE': withForm({ 'b.jpg': Buffer.from('text') }),
    '413 FILE_SIZE_EXCEEDED': withForm({ 'b.jpg': Buffer.alloc(maxFileSize + 1) }),
    '429 TOO_MANY_ATTEMPTS': guessed('POST /api/upload'),
    '503 BUSY': tooManyUploads,
    ...upload.session,
    ...upload.change,
    ...upload.disk,
    ...upload.bug,
  },
  'DELETE /api/invitations/current/images': {
    '200 application/json': withGuests(async ({ ask }, _, token) => {
      const headers = { ...tokenHeaders(token), ...uploadKey }
      await ask('POST /api/upload', { body: formOf({ 'guest.jpg': picture('guest') }), headers })
      return ask('DELETE /api/invitations/current/images', { headers })
    }),
    '400 INVALID_REQUEST': withGuests(({ ask }, _, token) =>
      ask('DELETE /api/invitations/current/images', { headers: tokenHeaders(token) }),
    ),
    '429 TOO_MANY_ATTEMPTS': guessed('DELETE /api/invitations/current/images'),
    '503 BUSY': withGuests(async ({ ask, whileLocked: lock }, _, token) => {
      const headers = { ...tokenHeaders(token), ...uploadKey }
      await ask('POST /api/upload', { body: formOf({ 'guest.jpg': picture('guest') }), headers })
      return lock('invitations.json', () =>
        ask('DELETE /api/invitations/current/images', { headers }),
      )
    }),
    '500 FILE_SYSTEM_ERROR': withGuests(({ ask, whileAway }, _, token) =>
      whileAway(() =>
        ask('DELETE /api/invitations/current/images', {
          headers: { ...tokenHeaders(token), ...uploadKey },
        }),
      ),
    ),
    ...takingBack.session,
    ...takingBack.change,
    ...takingBack.bug,
  },
  'DELETE /api/images': {
    '200 application/json': deletion.asked,
    '400 MISSING_IMAGES_PARAMETER': withJson('DELETE /api/images', { images: [] }),
    ...deletion.session,
    ...deletion.change,
    ...deletion.body,
    ...deletion.disk,
    ...deletion.bug,
  },
  'POST /api/images/marks': {
    '200 application/json': marking.asked,
    '400 INVALID_REQUEST': withJson('POST /api/images/marks', { images: ['trips/a.png'] }),
    '503 BUSY': whileLocked(
      'POST /api/images/marks',
      { json: { images: ['trips/a.png'], hidden: true } },
      'marks.json',
    ),
    ...marking.session,
    ...marking.change,
    ...marking.body,
    ...marking.disk,
    ...marking.bug,
  },
  'GET /api/images/facts': {
    '200 application/json': facts.asked,
    '404 IMAGE_NOT_FOUND': ({ ask }) => ask('GET /api/images/facts?path=none.jpg'),
    ...facts.disk,
    ...facts.bug,
  },
  'POST /api/images/rotate': {
    '200 application/json': rotation.asked,
    '400 INVALID_REQUEST': withJson('POST /api/images/rotate', { images: ['a'], turn: 45 }),
    ...rotation.session,
    ...rotation.change,
    ...rotation.body,
    ...rotation.disk,
    ...rotation.bug,
  },
  'POST /api/images/move': {
    '200 application/json': move.asked,
    '400 MISSING_IMAGES_PARAMETER': withJson('POST /api/images/move', { folder: '' }),
    '400 INVALID_FOLDER_NAME': withJson('POST /api/images/move', { images: ['a'], folder: 'a<b' }),
    ...move.session,
    ...move.change,
    ...move.body,
    ...move.disk,
    ...move.bug,
  },
  'PATCH /api/folders': {
    '200 application/json': folderMove.asked,
    '400 INVALID_FOLDER_NAME': withJson('PATCH /api/folders', { path: 'trips', newPath: 'a<b' }),
    '404 FOLDER_NOT_FOUND': withJson('PATCH /api/folders', { path: 'none', newPath: 'b' }),
    ...folderMove.session,
    ...folderMove.change,
    ...folderMove.body,
    ...folderMove.disk,
    ...folderMove.bug,
  },
  'PUT /api/folders/cover': {
    '200 application/json': cover.asked,
    '400 INVALID_REQUEST': withJson('PUT /api/folders/cover', { path: 'trips', image: 'none.jpg' }),
    '404 FOLDER_NOT_FOUND': withJson('PUT /api/folders/cover', { path: 'none', image: null }),
    '503 BUSY': whileLocked(
      'PUT /api/folders/cover',
      { json: { path: 'trips', image: 'trips/a.png' } },
      'marks.json',
    ),
    ...cover.session,
    ...cover.change,
    ...cover.body,
    ...cover.disk,
    ...cover.bug,
  },
  'DELETE /api/folders': {
    '200 application/json': folderDeletion.asked,
    '400 INVALID_REQUEST': withJson('DELETE /api/folders', { path: 'trips', recursive: 1 }),
    '400 INVALID_FOLDER_NAME': withJson('DELETE /api/folders', { path: '' }),
    '404 FOLDER_NOT_FOUND': withJson('DELETE /api/folders', { path: 'none' }),
    '409 FOLDER_NOT_EMPTY': withJson('DELETE /api/folders', { path: 'trips' }),
    ...folderDeletion.session,
    ...folderDeletion.change,
    ...folderDeletion.body,
    ...folderDeletion.disk,
    ...folderDeletion.bug,
  },
  'GET /api/frames': {
    '200 application/json': frames.asked,
    ...frames.session,
    ...frames.bug,
  },
  'GET /api/frames/{name}': {
    '200 application/json': ({ ask }) => ask('GET /api/frames/hall'),
    '304': again('GET /api/frames/hall'),
    '400 INVALID_REQUEST': ({ ask }) => ask('GET /api/frames/a%2Fb'),
    '500 INTERNAL_ERROR': ({ askBroken }) => askBroken('GET /api/frames/hall', {}),
  },
  'GET /api/frames/{name}/invitation': {
    '200 image/*': withCode(code),
    '400 INVALID_REQUEST': ({ ask }) => ask('GET /api/frames/a%2Fb/invitation'),
    '403 CROSS_ORIGIN': withHeaders('GET /api/frames/hall/invitation', { Host: 'evil.example' }),
    '404 INVITATION_NOT_FOUND': code,
    '500 FILE_SYSTEM_ERROR': withCode((service) => service.whileAway(() => code(service))),
    '500 INTERNAL_ERROR': ({ askBroken }) => askBroken('GET /api/frames/hall/invitation', {}),
    '503 BUSY': withCode((service) => service.whileLocked('invitations.json', () => code(service))),
  },
  'PUT /api/frames/{name}': {
    '200 application/json': steering.asked,
    '400 INVALID_REQUEST': withJson('PUT /api/frames/hall', { settings: { order: 'none' } }),
    '503 BUSY': whileLocked('PUT /api/frames/hall', { json: {} }),
    ...steering.session,
    ...steering.change,
    ...steering.body,
    ...steering.disk,
    ...steering.bug,
  },
  'DELETE /api/frames/{name}': {
    '200 application/json': seen('DELETE /api/frames/hall'),
    '400 INVALID_REQUEST': ({ ask, cookie }) => ask('DELETE /api/frames/a%2Fb', { cookie }),
    '404 FRAME_NOT_FOUND': forgetting.asked,
    '503 BUSY': whileLocked('DELETE /api/frames/hall'),
    ...forgetting.session,
    ...forgetting.change,
    '500 FILE_SYSTEM_ERROR': async (service) => {
      await service.ask('GET /api/images/random?frame=hall')
      return service.whileAway(() => forgetting.asked(service))
    },
    ...forgetting.bug,
  },
  'POST /api/frames/{name}/next': {
    '200 application/json': seen('POST /api/frames/hall/next'),
    '400 INVALID_REQUEST': ({ ask, cookie }) => ask('POST /api/frames/a%2Fb/next', { cookie }),
    '404 FRAME_NOT_FOUND': nextImage.asked,
    '503 BUSY': whileLocked('POST /api/frames/hall/next'),
    ...nextImage.session,
    ...nextImage.change,
    '500 FILE_SYSTEM_ERROR': async (service) => {
      await service.ask('GET /api/images/random?frame=hall')
      return service.whileAway(() => nextImage.asked(service))
    },
    ...nextImage.bug,
  },
  'GET /api/trash': {
    '200 application/json': trashed(trashList.asked),
    ...trashList.session,
    ...trashList.disk,
    ...trashList.bug,
  },
  'POST /api/trash': {
    '200 application/json': trashing.asked,
    '400 INVALID_REQUEST': withJson('POST /api/trash', { images: [], folders: [] }),
    '503 BUSY': whileLocked('POST /api/trash', { json: { images: ['trips/a.png'] } }, 'trash.json'),
    ...trashing.session,
    ...trashing.change,
    ...trashing.body,
    ...trashing.disk,
    ...trashing.bug,
  },
  'POST /api/trash/restore': {
    '200 application/json': trashed(({ ask, cookie }, id) =>
      ask('POST /api/trash/restore', { json: { ids: [id, 'none'] }, cookie }),
    ),
    '400 INVALID_REQUEST': withJson('POST /api/trash/restore', { ids: [1] }),
    '503 BUSY': trashed((service, id) =>
      whileLocked('POST /api/trash/restore', { json: { ids: [id] } }, 'trash.json')(service),
    ),
    ...restoring.session,
    ...restoring.change,
    ...restoring.body,
    ...restoring.disk,
    ...restoring.bug,
  },
  'DELETE /api/trash': {
    '200 application/json': trashed(emptying.asked),
    '400 INVALID_REQUEST': withJson('DELETE /api/trash', { all: false }),
    '503 BUSY': trashed(whileLocked('DELETE /api/trash', { json: { all: true } }, 'trash.json')),
    ...emptying.session,
    ...emptying.change,
    ...emptying.body,
    ...emptying.disk,
    ...emptying.bug,
  },
  'GET /api/trash/{id}/thumbnail': {
    '200 image/*': trashed(askThumbnail),
    '400 INVALID_REQUEST': async (service) => {
      await withForm({ 'header-only.jpg': picture('a') })(service)
      return trashed(askThumbnail, 'header-only.jpg')(service)
    },
    '404 IMAGE_NOT_FOUND': thumbnail.asked,
    '503 BUSY': async (service) => {
      await withForm({ 'b.png': quadrants(60, 40) })(service)
      return trashed(async ({ ask, cookie }, id) => {
        const others = Array.from({ length: 100 }, (_, index) =>
          ask(`GET /uploads/b.png?width=${2000 + index}&height=2000&fit=pad`, { cookie }),
        )
        await Promise.any(others.map(async (other) => expect((await other).status).toBe(503)))
        return askThumbnail(service, id)
      })(service)
    },
    ...thumbnail.session,
    ...thumbnail.disk,
    ...thumbnail.bug,
  },
  'GET /api/setup': {
    '200 application/json': setup.asked,
    '400 INVALID_REQUEST': ({ ask }) => ask('GET /api/setup'),
    ...setup.disk,
    ...setup.bug,
  },
  'GET /api/display': {
    '200 application/json': display.asked,
    '400 INVALID_REQUEST': ({ ask }) => ask('GET /api/display'),
    '404 NO_IMAGES_AVAILABLE': async ({ ask, cookie }) => {
      await ask('DELETE /api/images', { json: { images: ['trips/a.png'] }, cookie })
      return ask('GET /api/display', ofDevice())
    },
    ...display.disk,
    ...display.bug,
  },
  'POST /api/log': {
    '204': deviceLog.asked,
    '400 INVALID_REQUEST': ({ ask }) => ask('POST /api/log'),
    ...deviceLog.change,
    ...deviceLog.body,
    ...deviceLog.bug,
  },
  'GET /api/invitations': {
    '200 application/json': withGuests(invited.asked),
    ...invited.session,
    ...invited.bug,
  },
  'POST /api/invitations': {
    '200 application/json': inviting.asked,
    '400 INVALID_REQUEST': withJson('POST /api/invitations', { folder: 'trips', days: 0 }),
    '400 INVALID_FOLDER_NAME': withJson('POST /api/invitations', { folder: 'a<b' }),
    '503 BUSY': whileLocked(
      'POST /api/invitations',
      { json: { folder: 'trips' } },
      'invitations.json',
    ),
    ...inviting.session,
    ...inviting.change,
    ...inviting.body,
    ...inviting.disk,
    ...inviting.bug,
  },
  'DELETE /api/invitations/{id}': {
    '200 application/json': withGuests(({ ask, cookie }, id) =>
      ask(`DELETE /api/invitations/${id}`, { cookie }),
    ),
    '404 INVITATION_NOT_FOUND': ending.asked,
    '503 BUSY': whileLocked('DELETE /api/invitations/none', {}, 'invitations.json'),
    ...ending.session,
    ...ending.change,
    ...ending.disk,
    ...ending.bug,
  },
  'GET /api/invitations/current': {
    '200 application/json': withGuests(({ ask }, _, token) =>
      ask('GET /api/invitations/current', { headers: tokenHeaders(token) }),
    ),
    '429 TOO_MANY_ATTEMPTS': guessed('GET /api/invitations/current'),
    ...guest.session,
    ...guest.bug,
  },
  'GET /api/admin': {
    '200 application/json': summary.asked,
    ...summary.session,
    ...summary.disk,
    ...summary.bug,
  },
  'GET /api/address': simple('/api/address', 'application/json'),
  'GET /api/health': simple('/api/health', 'application/json'),
  'GET /': simple('/', 'text/html'),
  'GET /api/openapi.json': simple('/api/openapi.json', 'application/json'),
  'GET /api/docs': simple('/api/docs', 'text/html'),
}
