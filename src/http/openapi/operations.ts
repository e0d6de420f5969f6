import type { Operation, Tag } from './operation.ts'
import { logIn, logOut, summarize } from './operations/admin-operations.ts'
import {
  createFolder,
  deleteFolder,
  listFolder,
  moveFolder,
} from './operations/folder-operations.ts'
import { dealImage, sendImage } from './operations/frame-operations.ts'
import {
  deleteImages,
  markImages,
  moveImages,
  uploadImages,
} from './operations/image-operations.ts'
import { address, docs, health, openApi, slideshow } from './operations/service-operations.ts'

import {
  forgetFrame,
  getFrame,
  listFrames,
  nextImage,
  steerFrame,
} from './operations/steering-operations.ts'

/** Every operation of the service, by path and method. */
export const operations = {
  '/api/images/random': { get: dealImage },
  '/uploads/{path}': { get: sendImage },
  '/api/folders': {
    get: listFolder,
    post: createFolder,
    patch: moveFolder,
    delete: deleteFolder,
  },
  '/api/auth/login': { post: logIn },
  '/api/auth/logout': { post: logOut },
  '/api/upload': { post: uploadImages },
  '/api/images': { delete: deleteImages },
  '/api/images/marks': { post: markImages },
  '/api/images/move': { post: moveImages },
  '/api/admin': { get: summarize },
  '/api/frames': { get: listFrames },
  '/api/frames/{name}': { get: getFrame, put: steerFrame, delete: forgetFrame },
  '/api/frames/{name}/next': { post: nextImage },
  '/api/health': { get: health },
  '/api/address': { get: address },
  '/': { get: slideshow },
  '/api/openapi.json': { get: openApi },
  '/api/docs': { get: docs },
} satisfies Record<string, Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>>

/** The groups of operations, in the order of the page. */
export const tags: Record<Tag, string> = {
  Frames: 'What frames use, in public, and how an admin steers them.',
  Session: 'Login and logout of the admin.',
  Admin: 'Changes and administration. Requires a session.',
  Service: 'The service itself. Public.',
}
