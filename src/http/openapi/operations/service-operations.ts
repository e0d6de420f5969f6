import { z } from 'zod'
import { addressSchema, healthSchema, tagsSchema } from '../../response/schemas.ts'
import { header, pageResponse, read, type Operation } from '../operation.ts'

const policy = header('Lets the page run and load only what belongs to it.')

export const health = {
  id: 'health',
  tag: 'Service',
  summary: 'Check that the service is up',
  description: 'Answers from memory, without access to the disk.',
  answers: read('The service is up.', healthSchema, {
    status: 'ok',
    totalFolders: 2,
    totalImages: 2,
    indexed: 2,
  }),
} satisfies Operation

export const listTags = {
  id: 'listTags',
  tag: 'Service',
  summary: 'List tags and people',
  description:
    'The tags and names that programs have written into images as XMP data, with how many images that are ' +
    'not hidden have each. The most frequent come first; at most 2,000.',
  answers: read('The tags.', tagsSchema, { tags: [{ tag: 'Anna', imageCount: 2 }] }),
} satisfies Operation

export const address = {
  id: 'address',
  tag: 'Service',
  summary: 'Get the address for other devices',
  description:
    'The address of this request; for `localhost`, that of the computer in its network. The QR code ' +
    'leads to the page where images are added.',
  answers: read('The address.', addressSchema, {
    url: 'http://192.168.1.20:3000/',
    qr: 'data:image/svg+xml;base64,PHN2ZyB4…',
  }),
} satisfies Operation

const pageAnswer = {
  200: {
    description: 'The page.',
    headers: { 'Content-Security-Policy': policy },
    content: pageResponse,
  },
}

export const slideshow = {
  id: 'slideshow',
  tag: 'Service',
  summary: 'Show the slideshow',
  description:
    'A page that shows the images full-screen. Its address takes the conditions of the next image, and ' +
    '`seconds`, `fit`, `layout`, `background`, `caption`, `place`, `clock`, `zoom` and `quiet`, which it ' +
    'reads by itself. It names what it does not understand.',
  answers: pageAnswer,
} satisfies Operation

export const openApi = {
  id: 'openApi',
  tag: 'Service',
  summary: 'This document',
  description: 'OpenAPI 3.1, without the envelope.',
  answers: {
    200: {
      description: 'The document.',
      content: {
        'application/json': {
          schema: z.looseObject({
            openapi: z.literal('3.1.0'),
            info: z.looseObject({ title: z.string(), version: z.string() }),
            paths: z.looseObject({}).describe('The operations by path and method.'),
          }),
          example: {
            openapi: '3.1.0',
            info: { title: 'Photo frame', version: '1.0.0' },
            paths: {},
          },
        },
      },
    },
  },
} satisfies Operation

export const docs = {
  id: 'docs',
  tag: 'Service',
  summary: 'This document as a page',
  description: 'For reading in a browser. It needs no script.',
  answers: pageAnswer,
} satisfies Operation
