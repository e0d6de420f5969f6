import { Hono } from 'hono'
import type { Collection, ImageFile } from '../collection/collection.ts'
import { AppError } from '../errors.ts'
import { rawTarget, type AppEnvironment } from './environment.ts'
import { publicHeaders } from './headers.ts'
import { isNotModified } from './preconditions.ts'

/** Bun opens the file when it begins to send, right after the handler is done. */
const releaseAfterMs = 1000

/** `/uploads/…`: the pictures themselves. */
export function fileRoutes(collection: Collection) {
  return new Hono<AppEnvironment>().get('/*', async (c) => {
    const file = await find(collection, c.req.raw)
    const headers = headersOf(file)
    if (isNotModified(c.req.raw.headers, headers)) {
      await file.release()
      headers.delete('Content-Length')
      return new Response(null, { status: 304, headers })
    }
    if (c.req.method === 'HEAD') {
      await file.release()
      return new Response(null, { headers })
    }
    setTimeout(() => void file.release(), releaseAfterMs).unref()
    return new Response(file.body, { headers })
  })
}

async function find(collection: Collection, request: Request): Promise<ImageFile> {
  const path = decode(rawTarget(request).path)
  const file = path === undefined ? undefined : await collection.openImage(path)
  if (file === undefined) throw new AppError('IMAGE_NOT_FOUND', 'There is no such image.')
  return file
}

/** The path below `/uploads/`, decoded exactly once; `undefined` when it can't be. */
function decode(path: string): string | undefined {
  if (!path.startsWith('/uploads/')) return undefined
  try {
    return decodeURIComponent(path.slice('/uploads/'.length))
  } catch {
    return undefined
  }
}

/** A picture that is a web page as well stays a picture: nothing in it is guessed at or run. */
const headersOf = ({ mediaType, size, mtimeMs }: ImageFile) =>
  new Headers({
    'Content-Type': mediaType,
    'Content-Length': String(size),
    ETag: `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`,
    'Last-Modified': new Date(mtimeMs).toUTCString(),
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ...publicHeaders,
  })
