import * as fc from 'fast-check'

const separators = ['/', '\\', '..', '.', ' ', '-', ':', '%2e']
const endings = ['.jpg', '.PNG', '.jpeg', '.txt']
const oddities = ['\0', '\ud800', '\ufffd', '\u202e', 'e\u0301', 'é', '😀']
const names = ['a', '@eaDir', 'lost+found', 'x'.repeat(120)]
const troublesome = [...separators, ...endings, ...oddities, ...names]

/** Text of any kind, with what makes trouble in it more often than by chance. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.array(fc.constantFrom(...troublesome), { maxLength: 12 }).map((parts) => parts.join('')),
)
