import type { Operation, Tag } from './operation.ts'
import * as admin from './operations/admin-operations.ts'
import * as folders from './operations/folder-operations.ts'
import * as frames from './operations/frame-operations.ts'
import * as guests from './operations/guest-operations.ts'
import * as images from './operations/image-operations.ts'
import * as service from './operations/service-operations.ts'
import * as steering from './operations/steering-operations.ts'
import * as trash from './operations/trash-operations.ts'
import * as trmnl from './operations/trmnl-operations.ts'

const moved: Operation = { id: '', tag: 'Admin', summary: '', description: '', answers: {} }

/** Every operation of the service, by path and method. */
export const operations = {
  '/api/images/random': { get: frames.dealImage },
  '/api/images/facts': { get: images.imageFacts },
  '/uploads/{path}': { get: frames.sendImage },
  '/api/folders': {
    get: folders.listFolder,
    post: folders.createFolder,
    patch: folders.moveFolder,
    delete: folders.deleteFolder,
  },
  '/api/folders/cover': { put: folders.setCover },
  '/api/auth/login': { post: admin.logIn },
  '/api/auth/logout': { post: admin.logOut },
  '/api/auth/tokens': { get: moved, post: moved },
  '/api/auth/tokens/{id}': { delete: moved },
  '/api/upload': { post: images.uploadImages },
  '/api/images': { delete: images.deleteImages },
  '/api/images/marks': { post: images.markImages },
  '/api/images/rotate': { post: images.rotateImages },
  '/api/images/move': { post: images.moveImages },
  '/api/trash': {
    get: trash.listTrash,
    post: trash.moveToTrash,
    delete: trash.emptyTrash,
  },
  '/api/trash/restore': { post: trash.restore },
  '/api/trash/{id}/thumbnail': { get: trash.sendThumbnail },
  '/api/invitations': { get: guests.listInvitations, post: guests.invite },
  '/api/invitations/current': { get: guests.getInvitation },
  '/api/invitations/current/images': { delete: guests.takeBack },
  '/api/invitations/{id}': { delete: guests.endInvitation },
  '/api/admin': { get: admin.summarize },
  '/api/frames': { get: steering.listFrames },
  '/api/frames/{name}': {
    get: steering.getFrame,
    put: steering.steerFrame,
    delete: steering.forgetFrame,
  },
  '/api/frames/{name}/next': { post: steering.nextImage },
  '/api/frames/{name}/invitation': { get: steering.showInvitation },
  '/api/setup': { get: trmnl.setUpDevice },
  '/api/display': { get: trmnl.displayImage },
  '/api/log': { post: trmnl.takeLog },
  '/api/health': { get: service.health },
  '/api/address': { get: service.address },
  '/api/tags': { get: service.listTags },
  '/': { get: service.slideshow },
  '/api/openapi.json': { get: service.openApi },
  '/api/docs': { get: service.docs },
} satisfies Record<string, Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>>

/** The groups of operations, in the order of the page. */
export const tags: Record<Tag, string> = {
  Frames: 'What frames use, in public, and how an admin steers them.',
  Session:
    'Login and logout of the admin. Where an operation needs a session, its line for curl takes it from ' +
    '`cookies.txt`, that for HTTPie from the session `frame`: the lines of the login keep it there.',
  Admin: 'Changes and administration. Requires a session.',
  TRMNL:
    'What TRMNL devices ask for, and the clients of KOReader and the Kindle that speak their protocol. ' +
    'They take the address of this service as that of their server. Public, without the envelope.',
  Guests: 'What guests use. Requires the token of an invitation.',
  Service: 'The service itself. Public.',
}
