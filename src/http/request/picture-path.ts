/** Percent-encodes a path for an address, but for its slashes. */
export const encodePath = (path: string) =>
  isPlain.test(path) ? path : encodeURIComponent(path).replaceAll('%2F', '/')

const isPlain = /^[\w./-]*$/
