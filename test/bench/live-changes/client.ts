import { formOf, type Question } from '../../support/question.ts'
import type { Service } from '../processes.ts'

interface Listing {
  folders: { name: string; path: string; imageCount: number }[]
  images: { name: string; path: string; size: number }[]
}

export type Client = ReturnType<typeof clientOf>

/** Talks to the service as an admin does, and remembers the failures that are the service's. */
export function clientOf({ admin }: Pick<Service, 'admin'>) {
  const failures: string[] = []
  const ask = async (line: string, json?: Question['json']) => {
    const answer = await admin(line, json)
    const bytes = Buffer.from(await answer.bytes())
    if (answer.status >= 500) failures.push(`${line} ${answer.status} ${bytes}`)
    return { status: answer.status, bytes }
  }
  const dataOf = async (line: string, json?: Question['json']) =>
    JSON.parse((await ask(line, json)).bytes.toString()).data
  return {
    /** Requests that were answered with a status of 500 or more. */
    failures,
    list: async (folder: string): Promise<Listing> =>
      (await dataOf(`GET /api/folders?path=${encodeURIComponent(folder)}`)) ?? {
        folders: [],
        images: [],
      },
    /** The bytes of a picture; `undefined` when it is not there. */
    picture: async (path: string): Promise<Buffer | undefined> => {
      const encoded = path.split('/').map(encodeURIComponent).join('/')
      const { status, bytes } = await ask(`GET /uploads/${encoded}`)
      return status === 200 ? bytes : undefined
    },
    /** @returns the path under which the file is stored; `undefined` when it was refused. */
    upload: async (folder: string, name: string, file: Uint8Array): Promise<string | undefined> =>
      (await dataOf('POST /api/upload', formOf({ [name]: file }, folder)))?.uploadedFiles[0].path,
    send: async (line: string, json: object): Promise<number> => (await ask(line, json)).status,
  }
}
