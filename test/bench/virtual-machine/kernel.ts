import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { once } from '../../../src/lib/once.ts'

export interface Kernel {
  image: string
  modules: string
}

/** Finds the newest kernel that is installed with its modules. */
export const findKernel = once(async (): Promise<Kernel | undefined> => {
  const names = await readdir('/boot').catch((): string[] => [])
  const versions = names.flatMap((name) => /^vmlinuz-(.+)$/.exec(name)?.[1] ?? []).toSorted()
  const kernels = versions.map((version) => ({
    image: `/boot/vmlinuz-${version}`,
    modules: `/lib/modules/${version}`,
  }))
  return kernels.findLast(({ modules }) => existsSync(modules))
})

/** The name of a module: hyphens and underscores are the same (modprobe(8)). */
const nameOf = (path: string) =>
  basename(path)
    .replace(/\.ko.*$/, '')
    .replaceAll('-', '_')

/**
 * Lists the files of a module and of those that it needs, in the order in which they are loaded.
 * One that is built into the kernel has none.
 * @returns `undefined` when the kernel does not have the module.
 */
export async function filesOfModule(kernel: Kernel, name: string): Promise<string[] | undefined> {
  const [dependencies, builtIn] = await Promise.all(
    ['modules.dep', 'modules.builtin'].map(async (list) => {
      const text = await Bun.file(join(kernel.modules, list)).text()
      return text.split('\n').map((line) => line.split(/:? /))
    }),
  )
  const isNamed = ([path = '']: string[]) =>
    nameOf(path.replace(/:$/, '')) === name.replaceAll('-', '_')
  const files = dependencies?.find(isNamed)
  if (files !== undefined) {
    // The file lists those needed first last (modules.dep(5)).
    return files.map((path) => join(kernel.modules, path.replace(/:$/, ''))).toReversed()
  }
  return builtIn?.some(isNamed) === true ? [] : undefined
}
