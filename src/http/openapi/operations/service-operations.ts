import { z } from 'zod'
import { addressSchema, healthSchema } from '../../response/schemas.ts'
import { header, page, told, type Operation } from '../operation.ts'

const policy = header('The page runs and loads nothing but what is its own.')

export const health = {
  id: 'health',
  tag: 'Service',
  summary: 'Whether the service answers',
  description: 'Answers from memory and never touches the disk.',
  answers: {
    200: {
      description: 'It does.',
      content: told(healthSchema, { status: 'ok', totalFolders: 2, totalImages: 2, indexed: 2 }),
    },
  },
  failures: [],
} satisfies Operation

export const address = {
  id: 'address',
  tag: 'Service',
  summary: 'Where other devices find the service',
  description:
    'As it was asked for; where that was `localhost`, with the address of the computer in its network.',
  answers: {
    200: {
      description: 'The address.',
      content: told(addressSchema, {
        url: 'http://192.168.1.20:3000/',
        qr: 'data:image/svg+xml;base64,PHN2ZyB4…',
      }),
    },
  },
  failures: [],
} satisfies Operation

const pageAnswer = {
  200: {
    description: 'The page.',
    headers: { 'Content-Security-Policy': policy },
    content: page,
  },
}

export const slideshow = {
  id: 'slideshow',
  tag: 'Service',
  summary: 'The slideshow',
  description:
    'A page that shows the pictures full-screen. Its address takes the conditions of the next ' +
    'picture, and `seconds`, `fit`, `layout`, `background`, `caption`, `clock`, `zoom` and `quiet`, ' +
    'which it reads by itself.',
  answers: pageAnswer,
  failures: [],
} satisfies Operation

export const openApi = {
  id: 'openApi',
  tag: 'Service',
  summary: 'This document',
  description: 'OpenAPI 3.1, and no envelope around it.',
  answers: {
    200: {
      description: 'The document.',
      content: {
        'application/json': {
          schema: z.looseObject({
            openapi: z.literal('3.1.0'),
            info: z.looseObject({ title: z.string(), version: z.string() }),
            paths: z.looseObject({}).describe('Every operation, by path and method.'),
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
  failures: [],
} satisfies Operation

export const docs = {
  id: 'docs',
  tag: 'Service',
  summary: 'This document as a page',
  description: 'For reading in a browser. It needs no script and nothing from elsewhere.',
  answers: pageAnswer,
  failures: [],
} satisfies Operation
