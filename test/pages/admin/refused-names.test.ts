import { expect, test } from 'bun:test'
import { setMessages } from '../../../src/pages/admin/lib/messages.ts'
import { ApiError, ofName, sentenceOf } from '../../../src/pages/admin/service/api-error.ts'
import { admin } from '../../../src/pages/languages/en.json'

setMessages({ admin, settings: {} }, 'en')

test.each([
  ['what?', 'A name can’t have ? in it.'],
  ['.hidden', 'A name can’t begin or end with a space or a period.'],
  ['end.', 'A name can’t begin or end with a space or a period.'],
  ['é'.repeat(128), 'This name is too long.'],
  ['Summer', 'This name is taken. Choose another one.'],
])('what is wrong with a refused name is one sentence: %s', async (name, sentence) => {
  const refused = Promise.reject(new ApiError('INVALID_FOLDER_NAME')).catch(ofName(name))
  expect(await refused.catch(sentenceOf)).toBe(sentence)
  const failed = Promise.reject(new ApiError('BUSY')).catch(ofName(name))
  expect(await failed.catch(sentenceOf)).toStartWith('The service is busy.')
})
