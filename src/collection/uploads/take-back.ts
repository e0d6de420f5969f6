import type { Clock } from '../../lib/clock.ts'
import type { Components } from '../components.ts'
import { findImage } from '../index/tree/lookup.ts'
import { deleteImages } from './change-images.ts'
import { hashOf } from './invitations.ts'

type Parts = { clock: Clock } & Pick<
  Components,
  'disk' | 'tree' | 'scanner' | 'marks' | 'findings' | 'invitations'
>

/** Does what `Changes.takeBack` says. */
export async function takeBack(parts: Parts, id: string, key: string): Promise<number> {
  const { tree, scanner, marks, invitations, clock } = parts
  await invitations.current(id)
  // Another process may have stored it a moment ago.
  await marks.refresh()
  const hash = hashOf(key)
  // By its marks an image is found also where it was moved.
  const paths = [...marks.values].flatMap(([path, { invitation, takeBack: mark }]) =>
    invitation?.id === id && mark?.hash === hash && mark.until > clock() ? [path] : [],
  )
  for (const path of paths) {
    if (findImage(tree, path) === undefined) await scanner.lookFor(path.split('/'))
  }
  const { totalDeleted } = await deleteImages(parts, paths)
  await invitations.uncount(id, totalDeleted)
  return totalDeleted
}
