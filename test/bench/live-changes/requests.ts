import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { picture } from '../../support/pictures.ts'
import type { Client } from './client.ts'

/**
 * Uploads, moves and deletes as an admin does, with names that not every disk can hold or tell
 * apart.
 * @param uploadsDir of the service.
 * @returns what was answered wrongly, in words.
 */
export async function checkRequests(client: Client, uploadsDir: string): Promise<string[]> {
  const problems: string[] = []
  const check = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem)
  }
  const upload = (folder: string, name: string, salt: string) =>
    client.upload(folder, name, picture(salt))

  check((await upload('day/one', 'a.jpg', 'a')) === 'day/one/a.jpg', 'upload')
  check((await upload('day/one', 'a.jpg', 'a')) === 'day/one/a.jpg', 'the same once more')
  check((await upload('day/one', 'a.jpg', 'b')) === 'day/one/a-1.jpg', 'a taken name')
  check((await client.picture('day/one/a.jpg'))?.equals(picture('a')) === true, 'a download')
  await upload('DAY/one', 'A.jpg', 'c')
  await client.send('POST /api/folders', { path: 'Day', name: 'Day' })

  const odd = ['日本😀', 'Été', 'trailing.dots', 'x'.repeat(255), 'aux', 'ß', 'İ'.repeat(127)]
  for (const name of odd) {
    const statuses = [
      await client.send('POST /api/folders', { path: name, name }),
      (await upload('', `${name}.png`, name)) === undefined ? 400 : 200,
      await client.send('PATCH /api/folders', { path: 'day', newPath: `day/${name}` }),
    ]
    check(
      statuses.every((status) => status < 500),
      `${name} is answered with ${statuses.join()}`,
    )
  }

  const move = { images: ['day/one/a.jpg', 'day/one/a-1.jpg'], folder: 'moved' }
  check((await client.send('POST /api/images/move', move)) === 200, 'a move')
  check((await client.picture('moved/a.jpg'))?.equals(picture('a')) === true, 'a moved picture')
  const rename = { path: 'moved', newPath: 'Moved' }
  check((await client.send('PATCH /api/folders', rename)) === 200, 'a folder in another case')
  check((await readdir(uploadsDir)).includes('Moved'), 'another case on the disk')
  const further = { path: 'Moved', newPath: 'day/further' }
  check((await client.send('PATCH /api/folders', further)) === 200, 'a folder that moves')
  const images = ['day/further/a.jpg']
  check((await client.send('DELETE /api/images', { images })) === 200, 'a deletion')
  check((await client.picture('day/further/a.jpg')) === undefined, 'a deleted picture')
  const emptied = { path: 'day/further', recursive: true }
  check((await client.send('DELETE /api/folders', emptied)) === 200, 'a folder deleted')

  await Bun.sleep(3000)
  await compare(client, uploadsDir, '', problems)
  return [...problems, ...client.failures]
}

/** Compares a listing, and those below it, with what is on the disk. */
async function compare(client: Client, uploadsDir: string, path: string, problems: string[]) {
  const entries = await readdir(join(uploadsDir, path), { withFileTypes: true })
  const visible = entries.filter(({ name }) => !name.startsWith('.') && name !== 'lost+found')
  const onDisk = visible.map(({ name }) => name).toSorted()
  const { folders, images } = await client.list(path)
  const listed = [...folders, ...images].map(({ name }) => name).toSorted()
  if (onDisk.join('/') !== listed.join('/')) {
    problems.push(`${path || 'the root'} lists ${listed.join()} where there are ${onDisk.join()}`)
  }
  for (const image of images) {
    const bytes = await client.picture(image.path)
    if (bytes?.length !== image.size) problems.push(`${image.path} is not served`)
  }
  for (const folder of folders) await compare(client, uploadsDir, folder.path, problems)
}
