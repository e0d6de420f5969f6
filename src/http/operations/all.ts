import type { Dependencies } from '../dependencies.ts'
import { Operations, type AnyOperation } from '../operation.ts'
import { documentOperations } from './document.ts'
import { fileOperations } from './files.ts'
import { folderOperations } from './folders.ts'
import { frameOperations } from './frames.ts'
import { imageOperations } from './images.ts'
import { invitationOperations } from './invitations.ts'
import { randomOperations } from './random.ts'
import { serviceOperations } from './service.ts'
import { sessionOperations } from './session.ts'
import { tokenOperations } from './tokens.ts'
import { trashOperations } from './trash.ts'
import { trmnlOperations } from './trmnl.ts'
import { uploadOperations } from './upload.ts'

/** All operations, in the order of the document. */
export function allOperations(dependencies: Dependencies) {
  const list = (): readonly AnyOperation[] => all.list
  const all = new Operations()
    .join(randomOperations(dependencies))
    .join(fileOperations(dependencies))
    .join(folderOperations(dependencies))
    .join(sessionOperations(dependencies))
    .join(tokenOperations(dependencies))
    .join(uploadOperations(dependencies))
    .join(imageOperations(dependencies))
    .join(trashOperations(dependencies))
    .join(invitationOperations(dependencies))
    .join(frameOperations(dependencies))
    .join(trmnlOperations(dependencies))
    .join(serviceOperations(dependencies))
    .join(documentOperations(list))
  return all
}
