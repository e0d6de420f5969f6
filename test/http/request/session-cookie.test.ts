import { expect, test } from 'bun:test'
import { hasSessionCookie } from '../../../src/http/middleware/session.ts'

test('the cookie of a session is found among others, and only by its whole name', () => {
  const found = (cookie: string) => hasSessionCookie(new Headers({ Cookie: cookie }))
  expect(['session=1', 'a=b; session=1', 'a=b;session=1; c=d'].map(found)).toEqual([
    true,
    true,
    true,
  ])
  expect(['', 'my-session=1', 'a=session=1', 'sessions=1'].map(found)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(hasSessionCookie(new Headers())).toBeFalse()
})
