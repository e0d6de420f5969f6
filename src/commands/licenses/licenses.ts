// A macro: the bundler calls it, so that an executable holds the text and not the function.
import { notices } from './notices.ts' with { type: 'macro' }

/** The licences of the software that is part of an executable. */
export const licenses = await notices()
