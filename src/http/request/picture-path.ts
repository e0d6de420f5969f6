/** Percent-encodes a path for an address, but for its slashes. */
export const encodePath = (path: string) => encodeURIComponent(path).replaceAll('%2F', '/')
