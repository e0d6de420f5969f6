import { describe, expect, test } from 'bun:test'
import type { ErrorCode } from '../../../src/errors.ts'
import { expectFailed, failed, password, sharedApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\']
const many = Array<string>(10_001).fill('a.jpg')
const images = ['a.jpg']

/** What each operation takes, and what it does not. */
const bodies: [line: string, code: ErrorCode, right: object, wrong: unknown[]][] = [
  [
    'POST /api/auth/login',
    'INVALID_REQUEST',
    { password },
    [null, 12_345, [password], '', 'x'.repeat(1025)]
      .map((attempt): object => ({ password: attempt }))
      .concat({}, ...[1, 'true', null, {}].map((remember) => ({ password, remember }))),
  ],
  [
    'POST /api/auth/tokens',
    'INVALID_REQUEST',
    { label: 'x' },
    [{}, { label: 'x', more: 1 }, ...['', ' ', 'x'.repeat(101), 1].map((label) => ({ label }))],
  ],
  [
    'POST /api/folders',
    'INVALID_FOLDER_NAME',
    { path: 'new', name: 'new' },
    [
      [{}, { path: 'a' }, { name: 'a' }, ...[1, null, ['a']].map((a) => ({ path: a, name: a }))],
      [
        ['a/b', 'a'],
        ['a', 'A'],
        ['a', ''],
      ].map(([path, name]) => ({ path, name })),
    ].flat(),
  ],
  [
    'PATCH /api/folders',
    'INVALID_FOLDER_NAME',
    { path: 'trips', newPath: 'new' },
    [{}, { path: 'trips' }, { newPath: 'new' }, { path: 'trips', newPath: 1 }],
  ],
  [
    'DELETE /api/images',
    'MISSING_IMAGES_PARAMETER',
    { images },
    [null, [], 'a.jpg', ['a.jpg', 1], ['a.jpg', null], [images], { 0: 'a.jpg', length: 1 }, many]
      .map((wrong): object => ({ images: wrong }))
      .concat({}, images),
  ],
  [
    'POST /api/images/move',
    'MISSING_IMAGES_PARAMETER',
    { images, folder: 'x' },
    [{}, { images }, ...[[], 'a.jpg', many].map((wrong) => ({ images: wrong, folder: 'x' }))],
  ],
  [
    'POST /api/images/marks',
    'INVALID_REQUEST',
    { images, hidden: true },
    [
      [{}, { images }, { images, hidden: 'yes' }],
      [[], 'a.jpg', many].map((wrong) => ({ images: wrong, hidden: true })),
    ].flat(),
  ],
  [
    'POST /api/images/rotate',
    'INVALID_REQUEST',
    { images, turn: 90 },
    [{}, { images }, { images, turn: 45 }, { images: [], turn: 90 }],
  ],
  [
    'POST /api/trash',
    'INVALID_REQUEST',
    { images },
    [
      [{}, { images: [], folders: [] }, { images: 'a' }, { folders: [1] }],
      [{ images: many.slice(1), folders: ['a'] }],
    ].flat(),
  ],
  [
    'POST /api/trash/restore',
    'INVALID_REQUEST',
    { ids: ['none'] },
    [{}, { ids: [] }, { ids: [{}] }, { ids: many }],
  ],
  [
    'DELETE /api/trash',
    'INVALID_REQUEST',
    { all: true },
    [
      [{}, { ids: [] }, { ids: [null] }, { ids: many }, { all: false }],
      [
        { all: true, ids: ['a'] },
        { all: true, more: 1 },
      ],
    ].flat(),
  ],
  [
    'POST /api/invitations',
    'INVALID_REQUEST',
    { folder: 'a' },
    [
      [{}, { folder: 1 }],
      [1, 'x'.repeat(101)].map((label) => ({ folder: 'a', label })),
      [0, 366, 1.5, '7'].map((days) => ({ folder: 'a', days })),
      [0, 10_001].map((maxFiles) => ({ folder: 'a', maxFiles })),
      [{ folder: 'a', maxfiles: 10 }],
    ].flat(),
  ],
  [
    'PUT /api/frames/hall',
    'INVALID_REQUEST',
    { label: 'x' },
    [{ label: 1 }, { labels: 'x' }, ...['dark', true, 1, ['on']].map((screen) => ({ screen }))],
  ],
]

describe.each(bodies)('%s', (line, code, right, wrong) => {
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
    for (const json of [...wrong, undefined, null, [], 'a', 1, [right]]) {
      const answer = await service().admin(line, json)
      expect([json, await answer.json()]).toEqual([json, failed(code, details)])
    }
    expect(await state()).toEqual(before)
  })

  test('takes one that is sent as JSON, and as nothing else', async () => {
    const cookie = await service().login()
    const send = (type: string) =>
      service().ask(line, { cookie, json: right, headers: { 'Content-Type': type } })
    for (const type of ['', 'text/plain', 'application/jsonx', 'multipart/form-data', '\t;']) {
      await expectFailed(await send(type), code, details)
    }
    expect((await send('application/json; charset=utf-8')).status).toBe(200)
  })
})
