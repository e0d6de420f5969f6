import { describe, expect, test } from 'bun:test'
import type { ErrorCode } from '../../../src/errors.ts'
import { expectFailed, failed, password, sharedApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\']
const many = Array<string>(10_001).fill('a.jpg')
const images = ['a.jpg']

/** What is taken, by operation. */
const right: Record<string, object> = {
  'POST /api/auth/login': { password },
  'POST /api/auth/tokens': { label: 'x' },
  'POST /api/folders': { path: 'new', name: 'new' },
  'PATCH /api/folders': { path: 'trips', newPath: 'new' },
  'DELETE /api/images': { images },
  'POST /api/images/move': { images, folder: 'x' },
  'POST /api/images/marks': { images, hidden: true },
  'POST /api/images/rotate': { images, turn: 90 },
  'POST /api/trash': { images },
  'POST /api/trash/restore': { ids: ['none'] },
  'DELETE /api/trash': { ids: ['none'] },
  'POST /api/invitations': { folder: 'a' },
  'PUT /api/frames/hall': { label: 'x' },
}

/** What a field of each can not be, with the others as they are above. */
const wrong: Record<string, Record<string, unknown[]>> = {
  'POST /api/auth/login': {
    password: [null, 12_345, [password], '', 'x'.repeat(1025)],
    remember: [1, 'true', null, {}],
  },
  'POST /api/auth/tokens': { label: ['', ' ', 'x'.repeat(101), 1], more: [1] },
  'POST /api/folders': {
    path: [undefined, 1, null, ['new'], 'a/b', 'New'],
    name: [undefined, 1, null, ['new'], ''],
  },
  'PATCH /api/folders': { path: [undefined], newPath: [undefined, 1] },
  'DELETE /api/images': {
    images: [null, [], 'a.jpg', ['a.jpg', 1], ['a', null], [images], { 0: 'a', length: 1 }, many],
  },
  'POST /api/images/move': { images: [undefined, [], 'a.jpg', many], folder: [undefined] },
  'POST /api/images/marks': { images: [[], 'a.jpg', many], hidden: [undefined, 'yes'] },
  'POST /api/images/rotate': { images: [[]], turn: [undefined, 45] },
  'POST /api/trash': { images: [[], 'a'], folders: [[1], many.slice(1)] },
  'POST /api/trash/restore': { ids: [[], [{}], many] },
  'DELETE /api/trash': { ids: [[], [null], many], all: [true, false], more: [1] },
  'POST /api/invitations': {
    folder: [1],
    label: [1, 'x'.repeat(101)],
    days: [0, 366, 1.5, '7'],
    maxFiles: [0, 10_001],
    maxfiles: [10],
  },
  'PUT /api/frames/hall': { label: [1], labels: ['x'], screen: ['dark', true, 1, ['on']] },
}

/** Codes but for INVALID_REQUEST. */
const codes: Record<string, ErrorCode> = {
  'POST /api/folders': 'INVALID_FOLDER_NAME',
  'PATCH /api/folders': 'INVALID_FOLDER_NAME',
  'DELETE /api/images': 'MISSING_IMAGES_PARAMETER',
  'POST /api/images/move': 'MISSING_IMAGES_PARAMETER',
}

describe.each(Object.entries(right))('%s', (line, body) => {
  const code = codes[line] ?? 'INVALID_REQUEST'
  const files = { 'a.jpg': picture('a'), 'trips/b.jpg': picture('b'), 'c.jpg': picture('c') }
  const service = sharedApp({ files })
  const details = code === 'INVALID_FOLDER_NAME' ? { prohibitedChars } : undefined
  const state = () =>
    Promise.all([
      service().visible(),
      ...['frames', 'trash', 'invitations', 'folders'].map((name) =>
        service().told(`GET /api/${name}`),
      ),
    ])

  test('refuses what is no such body, and changes nothing', async () => {
    await service().told('POST /api/trash', { images: ['c.jpg'] })
    await service().told('PUT /api/frames/hall', { settings: { order: 'name' } })
    const before = await state()
    const fields = Object.entries(wrong[line] ?? {}).flatMap(([name, values]) =>
      values.map((value) => ({ ...body, [name]: value })),
    )
    const nothing = line.startsWith('PUT') ? [] : [{}]
    for (const json of [...fields, ...nothing, undefined, null, [], 'a', 1, [body]]) {
      const answer = await service().admin(line, json)
      expect([json, await answer.json()]).toEqual([json, failed(code, details)])
    }
    expect(await state()).toEqual(before)
  })

  test('takes one that is sent as JSON, and as nothing else', async () => {
    const cookie = await service().login()
    const send = (type: string) =>
      service().ask(line, { cookie, json: body, headers: { 'Content-Type': type } })
    for (const type of ['', 'text/plain', 'application/jsonx', 'multipart/form-data', '\t;']) {
      await expectFailed(await send(type), code, details)
    }
    expect((await send('application/json; charset=utf-8')).status).toBe(200)
  })
})
