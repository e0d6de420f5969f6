import { expect, test } from 'bun:test'
import { queryValues } from '../../src/lib/parse.ts'

test('a query gives what comes once as text, and what comes several times as a list', () => {
  expect(queryValues('?a=1&b=&a=%C3%A9+x&c&__proto__=y')).toEqual(
    Object.fromEntries([
      ['a', ['1', 'é x']],
      ['b', ''],
      ['c', ''],
      ['__proto__', 'y'],
    ]),
  )
  expect(queryValues('')).toEqual({})
})

test('a query of 200,000 names is read in the time that a test may take', () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `n${index}`)
  expect(Object.keys(queryValues(names.join('&')))).toEqual(names)
})
