import { $ } from 'bun'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { once } from '../../../src/lib/once.ts'

/** A kernel that is installed on this system. */
export interface Kernel {
  image: string
  version: string
}

/** Finds the newest kernel that is installed with its modules. */
export const findKernel = once(async (): Promise<Kernel | undefined> => {
  const names = await readdir('/boot').catch((): string[] => [])
  const versions = names.flatMap((name) => /^vmlinuz-(.+)$/.exec(name)?.[1] ?? []).toSorted()
  const version = versions.findLast((each) => existsSync(`/lib/modules/${each}`))
  return version === undefined ? undefined : { image: `/boot/vmlinuz-${version}`, version }
})

/**
 * Lists the files of a module and of those that it needs, in the order in which they are loaded.
 * One that is built into the kernel has none.
 * @returns `undefined` when the kernel does not have the module.
 */
export async function filesOfModule(kernel: Kernel, name: string): Promise<string[] | undefined> {
  const { exitCode, stdout } =
    await $`modprobe --set-version ${kernel.version} --show-depends ${name}`.nothrow().quiet()
  if (exitCode !== 0) return undefined
  return [...stdout.toString().matchAll(/^insmod (\S+)/gm)].flatMap(([, path]) => path ?? [])
}
