import { pictureFormats, type SupportedFormats } from '../formats/picture-formats.ts'
import type { Components } from './components.ts'
import { onDisk } from '../disk/file-system-error.ts'
import { diskSpace } from '../disk/shortage/free-space.ts'
import { describeMisnamed, fileNames } from '../disk/file-names.ts'
import { imagesBelow, imagePath, type Image } from '../library/tree/nodes.ts'
import type { Summary } from '../library/types.ts'

/**
 * Sums up the images of a collection. Probes every one, which takes a while the first time.
 * @throws FILE_SYSTEM_ERROR.
 */
export async function summarize(parts: Components): Promise<Summary> {
  const { disk, tree, scanner, prober, supported, trash, findings } = parts
  await scanner.ensureFresh()
  const images = [...imagesBelow(tree.root)]
  await prober.probeAll(images)
  const { totalItems, totalSize } = await trash.list()
  const { checked, found } = await findings.list()
  const present = images.filter((image) => image.present)
  return {
    totalFolders: tree.folderCount,
    totalImages: tree.root.imageCount,
    disk: await onDisk('', () => diskSpace(disk.root)),
    trash: { totalItems, totalSize },
    totalSize: present.reduce((sum, { size }) => sum + size, 0),
    checked,
    unreadable: [
      ...byPath([...present.flatMap((image) => describeFault(image, supported)), ...found]),
      ...[...tree.allFolders()].flatMap(({ faults }) =>
        faults.map((fault) => ({ ...fault, isFolder: true as const })),
      ),
    ],
    misnamed: present.flatMap(describeName),
  }
}

/** What reading a file to its end has shown replaces what its header says. */
const byPath = (faults: Summary['unreadable']) =>
  new Map(faults.map((fault) => [fault.path, fault])).values()

/** Says what is wrong with an image, for the admin. */
function describeFault(image: Image, supported: SupportedFormats): Summary['unreadable'] {
  const { problem, obstacle, type } = image
  const unscalable = obstacle && `can't be scaled: ${obstacle}`
  const error = problem ?? supported.problemOf(type) ?? unscalable
  return error === undefined ? [] : [{ path: imagePath(image), error }]
}

/** Says of an image what it is if its name says something else. */
function describeName(image: Image): Summary['misnamed'] {
  const { type, name } = image
  if (type === undefined || fileNames.endsAs(type, name)) return []
  return [{ path: imagePath(image), error: describeMisnamed(pictureFormats.get(type)) }]
}
