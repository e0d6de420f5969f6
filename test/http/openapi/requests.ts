import { expect } from 'bun:test'
import { z } from 'zod'
import { bodyByHand, dataOf, formOf, password, type Question } from '../../support/app.ts'
import { formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'
import type { ResponseObject } from '../../../src/http/openapi/openapi-types.ts'
import { operations } from './operations.ts'
import { maxFileSize, type Service } from './service.ts'

interface Operation {
  /** Method and path, as in the document unless told. */
  line: string
  /** What an admin sends, for a success. */
  question: Question
}

type Ask = (service: Service, operation: Operation) => Promise<Response>

/** Ways to answers, named by status and by code or media type: how to ask, or what an admin sends. */
type Ways = Record<`${number}${string}`, Ask | Question>

const asked: Ask = ({ ask, cookie }, { line, question }) => ask(line, { ...question, cookie })

const at =
  (line: string, question: Question = {}) =>
  (service: Service) =>
    asked(service, { line, question })

const away: Ask = (service, operation) => service.whileAway(() => asked(service, operation))

/** The usual ways, where an operation has none of its own. */
const usual: Ways = {
  '200 application/json': asked,
  '200 image/*': asked,
  '200 text/html': asked,
  '204': asked,
  '401 AUTHENTICATION_REQUIRED': ({ ask }, { line, question }) => ask(line, question),
  '403 CROSS_ORIGIN': ({ ask }, { line, question }) =>
    ask(line, { ...question, headers: { Origin: 'https://elsewhere.example' } }),
  '413 BODY_TOO_LARGE': {
    body: 'x'.repeat(2 * 1024 ** 2),
    headers: { 'Content-Type': 'application/json' },
  },
  '429 TOO_MANY_ATTEMPTS': (service, operation) => eleven(asStranger)(service, operation),
  '500 FILE_SYSTEM_ERROR': away,
  '500 INTERNAL_ERROR': ({ askBroken }, { line, question }) => askBroken(line, question),
}

const form = (files: Record<string, Uint8Array>, folder?: string): Question => ({
  body: formOf(files, folder),
})

/** Asks again with the tag of the first answer. */
const again: Ask = async (service, operation) => {
  const etag = (await asked(service, operation)).headers.get('etag') ?? ''
  const question = { headers: { 'If-None-Match': etag } }
  return asked(service, { ...operation, question })
}

/** Asks for something after the picture was moved to the trash. */
const trashed =
  (ask: (service: Service, id: string) => Promise<Response>, path = 'trips/a.png') =>
  async (service: Service) => {
    const json = { images: [path] }
    const { trashedItems } = await dataOf(await at('POST /api/trash', { json })(service))
    const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(trashedItems)
    return ask(service, id)
  }

const askThumbnail = ({ ask, cookie }: Service, id: string) =>
  ask(`GET /api/trash/${id}/thumbnail`, { cookie })

const ofDevice = { headers: { ID: 'A4:CF:12:00:9B:0E' } }

const tokenHeaders = (token: string) => ({ Authorization: `Bearer ${token}` })
const asStranger = { headers: tokenHeaders('none') }

/** Asks for something after guests were invited. */
const withGuests =
  (ask: (service: Service, id: string, token: string) => Promise<Response>): Ask =>
  async (service) => {
    const question = { json: { folder: 'trips' }, cookie: service.cookie }
    const answer = await service.ask('POST /api/invitations', question)
    const data = z.object({ id: z.string(), token: z.string() }).parse(await dataOf(answer))
    return ask(service, data.id, data.token)
  }

const asGuest: Ask = (service, operation) =>
  withGuests(({ ask }, _, token) => ask(operation.line, { headers: tokenHeaders(token) }))(
    service,
    operation,
  )

/** Asks for something after a token was made. */
const withToken =
  (ask: (service: Service, id: string) => Promise<Response>): Ask =>
  async (service) => {
    const json = { label: 'a program' }
    const { id } = await dataOf(await at('POST /api/auth/tokens', { json })(service))
    return ask(service, String(id))
  }

/** Asks for something after a frame was to show the code of an invitation. */
const withCode = (ask: (service: Service) => Promise<Response>): Ask =>
  withGuests(async (service, id) => {
    const json = { settings: { invite: id } }
    await service.ask('PUT /api/frames/hall', { json, cookie: service.cookie })
    return ask(service)
  })
const code = ({ ask }: Service) => ask('GET /api/frames/hall/invitation')

/** Sends a picture as a guest, and gives what takes it back. */
const withUpload = (
  ask: (service: Service, takeBack: () => Promise<Response>) => Promise<Response>,
): Ask =>
  withGuests(async (service, _, token) => {
    const headers = { ...tokenHeaders(token), 'Upload-Key': 'a3f19c0b7d5e4826' }
    await service.ask('POST /api/upload', { ...form({ 'guest.jpg': picture('guest') }), headers })
    return ask(service, () => service.ask('DELETE /api/invitations/current/images', { headers }))
  })

/** Asks with more than may be wrong. */
const eleven: (question: Question) => Ask =
  (question) =>
  async ({ ask }, { line }) => {
    for (let time = 0; time < 10; time += 1) await ask(line, question)
    return ask(line, question)
  }

/** Asks of a frame that has asked for a picture. */
const seen =
  (way: Ask): Ask =>
  async (service, operation) => {
    await service.ask('GET /api/images/random?frame=hall')
    return way(service, operation)
  }

/** Asks for a change while another process makes one. */
const whileLocked = (table: string) =>
  seen((service, operation) => service.whileLocked(table, () => asked(service, operation)))

const changeOfSeen: Ways = {
  '200 application/json': seen(asked),
  '404 FRAME_NOT_FOUND': asked,
  '500 FILE_SYSTEM_ERROR': seen(away),
  '503 BUSY': whileLocked('steering.json'),
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

const asImage = 'GET /api/images/random?as=image'
const range = (bytes: string) => ({ headers: { Range: `bytes=${bytes}` } })

/** What is asked in a way of its own. */
const special: Record<string, Ways & Partial<Operation>> = {
  'GET /api/images/random': {
    '200 image/*': at(`${asImage}&width=30`),
    '206 image/*': at(asImage, range('0-3')),
    '304': (service) => again(service, { line: asImage, question: {} }),
    '416': at(asImage, range('999999-')),
    '400 INVALID_REQUEST': at('GET /api/images/random?width=0'),
    '404 NO_IMAGES_AVAILABLE': at('GET /api/images/random?folder=none'),
    '503 BUSY': tooMany(`${asImage}&height=400&fit=cover&width=`),
  },
  'GET /uploads/{path}': {
    '206 image/*': range('0-3'),
    '304': again,
    '416': range('999999-'),
    '400 INVALID_REQUEST': at('GET /uploads/trips/a.png?quality=high'),
    '404 IMAGE_NOT_FOUND': at('GET /uploads/none.png'),
    '503 BUSY': tooMany('GET /uploads/trips/a.png?height=400&fit=cover&width='),
  },
  'GET /api/folders': {
    line: 'GET /api/folders?path=trips',
    '304': again,
    '400 INVALID_REQUEST': at('GET /api/folders?limit=0'),
    '404 FOLDER_NOT_FOUND': at('GET /api/folders?path=none'),
    '503 BUSY': tooMany('GET /api/folders?search='),
  },
  'POST /api/auth/login': {
    question: { json: { password } },
    '400 INVALID_REQUEST': { json: { password: '' } },
    '401 AUTHENTICATION_FAILED': { json: { password: 'wrong' } },
    '429 TOO_MANY_ATTEMPTS': eleven({ json: { password: 'wrong' } }),
    '503 BUSY': (service, operation) =>
      service.whileLoginsWait(() =>
        Promise.race(Array.from({ length: 200 }, () => asked(service, operation))),
      ),
  },
  'POST /api/auth/tokens': {
    question: { json: { label: 'Home Assistant' } },
    '400 INVALID_REQUEST': { json: { label: '' } },
    '503 BUSY': whileLocked('tokens.json'),
  },
  'DELETE /api/auth/tokens/{id}': {
    line: 'DELETE /api/auth/tokens/0123456789abcdef',
    '200 application/json': withToken((service, id) =>
      at(`DELETE /api/auth/tokens/${id}`)(service),
    ),
    '404 TOKEN_NOT_FOUND': asked,
    '503 BUSY': whileLocked('tokens.json'),
  },
  'POST /api/folders': {
    question: { json: { path: 'new', name: 'new' } },
    '400 INVALID_FOLDER_NAME': { json: { path: 'a<b', name: 'a<b' } },
  },
  'POST /api/upload': {
    question: form({ 'b.jpg': picture('b') }, 'trips'),
    '400 INVALID_REQUEST': { json: {} },
    '400 INVALID_FOLDER_NAME': form({ 'b.jpg': picture('b') }, 'a<b'),
    '400 NO_FILES': form({}, 'trips'),
    '400 INVALID_FILE_TYPE': form({ 'b.jpg': Buffer.from('text') }),
    '413 FILE_SIZE_EXCEEDED': form({ 'b.jpg': Buffer.alloc(maxFileSize + 1) }),
    '503 BUSY': tooManyUploads,
  },
  'DELETE /api/invitations/current/images': {
    question: asStranger,
    '200 application/json': withUpload((_, takeBack) => takeBack()),
    '400 INVALID_REQUEST': asGuest,
    '503 BUSY': withUpload((service, takeBack) =>
      service.whileLocked('invitations.json', takeBack),
    ),
    '500 FILE_SYSTEM_ERROR': withUpload((service, takeBack) => service.whileAway(takeBack)),
  },
  'DELETE /api/images': {
    question: { json: { images: ['trips/a.png', 'none.jpg'] } },
    '400 MISSING_IMAGES_PARAMETER': { json: { images: [] } },
  },
  'POST /api/images/marks': {
    question: { json: { images: ['trips/a.png', 'none.jpg'], hidden: true } },
    '400 INVALID_REQUEST': { json: { images: ['trips/a.png'] } },
    '503 BUSY': whileLocked('marks.json'),
  },
  'GET /api/images/facts': {
    line: 'GET /api/images/facts?path=trips/a.png',
    '404 IMAGE_NOT_FOUND': at('GET /api/images/facts?path=none.jpg'),
  },
  'POST /api/images/rotate': {
    question: { json: { images: ['trips/a.png', 'none.jpg'], turn: 90 } },
    '400 INVALID_REQUEST': { json: { images: ['a'], turn: 45 } },
  },
  'POST /api/images/move': {
    question: { json: { images: ['trips/a.png', 'none.jpg'], folder: 'moved' } },
    '400 MISSING_IMAGES_PARAMETER': { json: { folder: '' } },
    '400 INVALID_FOLDER_NAME': { json: { images: ['a'], folder: 'a<b' } },
  },
  'PATCH /api/folders': {
    question: { json: { path: 'trips', newPath: 'new' } },
    '400 INVALID_FOLDER_NAME': { json: { path: 'trips', newPath: 'a<b' } },
    '404 FOLDER_NOT_FOUND': { json: { path: 'none', newPath: 'b' } },
  },
  'PUT /api/folders/cover': {
    question: { json: { path: 'trips', image: 'trips/a.png' } },
    '400 INVALID_REQUEST': { json: { path: 'trips', image: 'none.jpg' } },
    '404 FOLDER_NOT_FOUND': { json: { path: 'none', image: null } },
    '503 BUSY': whileLocked('marks.json'),
  },
  'DELETE /api/folders': {
    question: { json: { path: 'trips', recursive: true } },
    '400 INVALID_REQUEST': { json: { path: 'trips', recursive: 1 } },
    '400 INVALID_FOLDER_NAME': { json: { path: '' } },
    '404 FOLDER_NOT_FOUND': { json: { path: 'none' } },
    '409 FOLDER_NOT_EMPTY': { json: { path: 'trips' } },
  },
  'GET /api/frames/{name}': {
    '304': again,
    '400 INVALID_REQUEST': at('GET /api/frames/a%2Fb'),
  },
  'GET /api/frames/{name}/invitation': {
    '200 image/*': withCode(code),
    '400 INVALID_REQUEST': at('GET /api/frames/a%2Fb/invitation'),
    '403 CROSS_ORIGIN': ({ ask }, { line }) => ask(line, { headers: { Host: 'evil.example' } }),
    '404 INVITATION_NOT_FOUND': code,
  },
  'PUT /api/frames/{name}': {
    question: { json: { label: 'The hall' } },
    '400 INVALID_REQUEST': { json: { settings: { order: 'none' } } },
    '503 BUSY': whileLocked('steering.json'),
  },
  'DELETE /api/frames/{name}': {
    ...changeOfSeen,
    '400 INVALID_REQUEST': at('DELETE /api/frames/a%2Fb'),
  },
  'POST /api/frames/{name}/next': {
    ...changeOfSeen,
    '400 INVALID_REQUEST': at('POST /api/frames/a%2Fb/next'),
  },
  'GET /api/trash': {
    '200 application/json': trashed(at('GET /api/trash')),
  },
  'POST /api/trash': {
    question: { json: { images: ['trips/a.png', 'none.jpg'], folders: ['trips'] } },
    '400 INVALID_REQUEST': { json: { images: [], folders: [] } },
    '503 BUSY': whileLocked('trash.json'),
  },
  'POST /api/trash/restore': {
    question: { json: { ids: ['none'] } },
    '200 application/json': trashed(({ ask, cookie }, id) =>
      ask('POST /api/trash/restore', { json: { ids: [id, 'none'] }, cookie }),
    ),
    '400 INVALID_REQUEST': { json: { ids: [1] } },
    '503 BUSY': trashed(({ ask, cookie, whileLocked: lock }, id) =>
      lock('trash.json', () => ask('POST /api/trash/restore', { json: { ids: [id] }, cookie })),
    ),
  },
  'DELETE /api/trash': {
    question: { json: { all: true } },
    '400 INVALID_REQUEST': { json: { all: false } },
    '503 BUSY': trashed(({ ask, cookie, whileLocked: lock }) =>
      lock('trash.json', () => ask('DELETE /api/trash', { json: { all: true }, cookie })),
    ),
  },
  'GET /api/trash/{id}/thumbnail': {
    '200 image/*': trashed(askThumbnail),
    '400 INVALID_REQUEST': async (service) => {
      await at('POST /api/upload', form({ 'header-only.jpg': picture('a') }))(service)
      return trashed(askThumbnail, 'header-only.jpg')(service)
    },
    '404 IMAGE_NOT_FOUND': asked,
    '503 BUSY': async (service) => {
      await at('POST /api/upload', form({ 'b.png': quadrants(60, 40) }))(service)
      return trashed(async ({ ask, cookie }, id) => {
        const others = Array.from({ length: 100 }, (_, index) =>
          ask(`GET /uploads/b.png?width=${2000 + index}&height=2000&fit=pad`, { cookie }),
        )
        await Promise.any(others.map(async (other) => expect((await other).status).toBe(503)))
        return askThumbnail(service, id)
      })(service)
    },
  },
  'GET /api/setup': { question: ofDevice, '400 INVALID_REQUEST': {} },
  'GET /api/display': {
    question: ofDevice,
    '400 INVALID_REQUEST': {},
    '404 NO_IMAGES_AVAILABLE': async (service, operation) => {
      await service.ask('DELETE /api/images', {
        json: { images: ['trips/a.png'] },
        cookie: service.cookie,
      })
      return asked(service, operation)
    },
  },
  'POST /api/log': {
    question: ofDevice,
    '400 INVALID_REQUEST': {},
  },
  'GET /api/invitations': {
    '200 application/json': withGuests(at('GET /api/invitations')),
  },
  'POST /api/invitations': {
    question: { json: { folder: 'trips' } },
    '400 INVALID_REQUEST': { json: { folder: 'trips', days: 0 } },
    '400 INVALID_FOLDER_NAME': { json: { folder: 'a<b' } },
    '503 BUSY': whileLocked('invitations.json'),
  },
  'DELETE /api/invitations/{id}': {
    '200 application/json': withGuests(({ ask, cookie }, id) =>
      ask(`DELETE /api/invitations/${id}`, { cookie }),
    ),
    '404 INVITATION_NOT_FOUND': asked,
    '503 BUSY': whileLocked('invitations.json'),
  },
  'GET /api/invitations/current': {
    question: asStranger,
    '200 application/json': asGuest,
  },
}

const places: Record<string, string> = { '{path}': 'trips/a.png', '{name}': 'hall', '{id}': 'none' }

/** What has to be provoked of an operation: for each status each failure, or each type of content. */
export const kindsOf = (responses: Record<string, ResponseObject>): string[] =>
  Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const kinds = Object.entries(content).flatMap(([mediaType, { examples }]) =>
      examples === undefined ? [mediaType] : Object.keys(examples),
    )
    return kinds.length === 0 ? [status] : kinds.map((kind) => `${status} ${kind}`)
  })

/** The usual ways to what is documented, by method and path. */
const documented: Record<string, Ways> = Object.fromEntries(
  operations.map(({ path, method, operation: { responses } }) => {
    const kinds = kindsOf(responses)
    const ways = Object.entries(usual).filter(([kind]) => kinds.includes(kind))
    return [`${method.toUpperCase()} ${path}`, Object.fromEntries(ways)]
  }),
)

/** Ways to every answer of an operation, by its method and path. */
export const requests: Record<
  string,
  Record<string, (service: Service) => Promise<Response>>
> = Object.fromEntries(
  Object.keys({ ...documented, ...special }).map((name) => {
    const { question = {}, line = name, ...own } = special[name] ?? {}
    const filled = line.replace(/{\w+}/, (place) => places[place] ?? '')
    const operation = { line: filled, question }
    const ways: Ways = { ...documented[name], ...own }
    const requestsOf = Object.entries(ways).map(([kind, way]) => {
      const ask = typeof way === 'function' ? way : at(filled, way)
      return [kind, (service: Service) => ask(service, operation)] as const
    })
    return [name, Object.fromEntries(requestsOf)] as const
  }),
)
