import type { FFIFunction, Library } from 'bun:ffi'

/** The C library of Linux: glibc or musl. */
const libraries = [
  'libc.so.6',
  `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`,
] as const

/** Loads functions of the C library for what Bun can't do; `undefined` where there is no such library. */
export async function loadFromC<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Promise<Library<Functions>['symbols'] | undefined> {
  const { dlopen } = await import('bun:ffi')
  for (const library of libraries) {
    try {
      return dlopen(library, functions).symbols
    } catch {
      // The next library may be the one of this system.
    }
  }
  return undefined
}

/**
 * Loads a function of the C library that fails with -1, as one that gives the number of the error
 * instead (errno(3)), or 0; `undefined` where there is no such library.
 */
export async function loadSystemCall(name: string, args: NonNullable<FFIFunction['args']>) {
  const functions = await loadFromC({
    [name]: { args, returns: 'int' },
    __errno_location: { args: [], returns: 'ptr' },
  })
  const [call, locateErrorNumber] = [functions?.[name], functions?.['__errno_location']]
  if (call === undefined || locateErrorNumber === undefined) return undefined
  const { read } = await import('bun:ffi')
  return (...values: (number | Buffer)[]): number =>
    call(...values) === 0 ? 0 : read.i32(Number(locateErrorNumber()))
}
