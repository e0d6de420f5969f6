import type { PickedImage } from '../../collection/pick.ts'

type PickHeaders = Record<string, string> & { 'Last-Modified'?: string }

/**
 * The headers that say how a picture was picked, and how long it stays.
 * @param isOff whether the screen of the frame is off.
 */
export function pickHeaders({ isFallback, slot }: PickedImage, isOff: boolean): PickHeaders {
  return {
    ...(isOff ? { 'X-Screen': 'off' } : {}),
    ...(isFallback ? { 'X-Fallback': 'on' } : {}),
    ...(slot === undefined
      ? { 'Cache-Control': 'no-store' }
      : {
          'Cache-Control': 'no-cache',
          'Last-Modified': new Date(slot.dealtAt).toUTCString(),
          'X-Next-Change': String(slot.secondsLeft),
          // One address has several forms, which a cache may keep by these validators.
          Vary: 'Accept, X-Display-Width, X-Display-Height, X-Display-Orientation',
        }),
  }
}

/** Lets pages of other sites read headers. */
export const exposing = (headers: PickHeaders, names: readonly string[]): PickHeaders => ({
  ...headers,
  'Access-Control-Expose-Headers': [
    ...names,
    ...['X-Fallback', 'X-Next-Change', 'X-Screen'].filter((name) => name in headers),
  ].join(', '),
})
