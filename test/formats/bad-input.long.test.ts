/** The tests of the file beside it, with each byte damaged. */
const everywhere = './bad-input.test.ts?everywhere'
await import(everywhere)
