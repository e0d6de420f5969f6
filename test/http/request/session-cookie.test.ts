import { expect, test } from 'bun:test'
import { hasSessionCookie } from '../../../src/http/middleware/session.ts'

test('the cookie of a session is found among others, and only by its whole name', () => {
  const found = (cookie: string) => hasSessionCookie(new Headers({ Cookie: cookie }))
  expect(['session=1', 'a=b; session=1', 'a=b;session=1; c=d'].every(found)).toBeTrue()
  expect(['', 'my-session=1', 'a=session=1', 'sessions=1'].some(found)).toBeFalse()
  expect(hasSessionCookie(new Headers())).toBeFalse()
})
