import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { markImages } from '../../src/uploads/change-images.ts'
import { keyMaker } from '../../src/http/middleware/password.ts'
import { openCollection, permitted, type OpenedCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { steppedTime } from '../support/time.ts'

/** What people have set, which all processes on a folder share. */
interface Kind {
  /** Sets something of a picture, a frame, a folder: whatever has the name. */
  put: (opened: OpenedCollection, name: string) => Promise<unknown>
  /** What was set. */
  names: (opened: OpenedCollection) => Promise<(string | null | undefined)[]>
}

const kinds: Record<string, Kind> = {
  'a mark': {
    put: ({ collection }, name) =>
      collection.changes.run(markImages, permitted, [`${name}.jpg`], { favourite: true }),
    names: async ({ collection }) => {
      const { images } = await collection.list('')
      return images.flatMap(({ name, favourite }) => (favourite ? name.slice(0, -4) : []))
    },
  },
  'a setting of a frame': {
    put: ({ collection }, name) => collection.parts.frames.steer(name, { label: name }, permitted),
    names: async ({ collection }) =>
      (await collection.parts.frames.list()).map(({ steered }) => steered?.label),
  },
  'something in the trash': {
    put: ({ collection }, name) =>
      collection.changes.run(moveToTrash, permitted, [`${name}.jpg`], []),
    names: async ({ collection }) =>
      (await collection.listTrash()).items.map(({ path }) => path.slice(0, -4)),
  },
  'an invitation': {
    put: ({ collection }, folder) =>
      collection.parts.invitations.add({
        folder,
        label: null,
        days: 1,
        maxFiles: 1,
        review: false,
      }),
    names: async ({ collection }) =>
      (await collection.parts.invitations.list()).map(({ folder }) => folder),
  },
  'a session': {
    put: ({ collection }, name) =>
      collection.parts.sessions?.change(() => [[name, { at: Date.now() }]]) ??
      Promise.reject(new Error('none')),
    names: async ({ collection }) => {
      const known = names.map(
        async (name) => [name, await collection.parts.sessions?.get(name)] as const,
      )
      return (await Promise.all(known)).flatMap(([name, use]) => (use === undefined ? [] : name))
    },
  },
  'a token': {
    put: ({ collection }, label) =>
      collection.parts.tokens?.change(() => [[label, { at: Date.now(), used: 0, label }]]) ??
      Promise.reject(new Error('none')),
    names: async ({ collection }) =>
      ((await collection.parts.tokens?.entries()) ?? []).map(([, { label }]) => label),
  },
}

const names = Array.from('abcdefghijkl')

/** A folder with a picture of each name, on which any number of processes run. */
async function prepare() {
  const folder = await temporaryFolder()
  for (const name of names) await writeFile(`${folder.path}/${name}.jpg`, picture(name))
  return {
    open: () =>
      openCollection({}, { uploadsDir: folder.path, makeSessionKey: keyMaker('a password') }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

describe.each(Object.entries(kinds))('%s', (_, { put, names: namesOf }) => {
  /** What a process knows a second later, of the names here: the trash lists an item without one by its id. */
  const known = async (opened: OpenedCollection) => {
    using time = steppedTime()
    time.pass(1000)
    opened.passTime()
    return (await namesOf(opened)).filter((name) => names.includes(name ?? '')).toSorted()
  }

  test('is known to every process on the folder, of those that two set at once too, and after a restart', async () => {
    await using folder = await prepare()
    {
      await using one = await folder.open()
      await using other = await folder.open()
      await put(one, 'a')
      expect(await known(other)).toEqual(['a'])
      const rest = names.slice(1)
      await Promise.all(rest.map((name, index) => put(index % 2 === 0 ? one : other, name)))
      for (const each of [one, other]) expect(await known(each)).toEqual(names)
    }
    await using later = await folder.open()
    expect(await known(later)).toEqual(names)
  })
})
