import * as z from 'zod/mini'
import { courtDocument } from '../resources/document.ts'
import { defineCall, described, type Fixed } from './call.ts'

const tag = courtDocument.label[1]
const token = { token: z.string() }
const hidden = { answerHeaders: { 'x-robots-tag': 'noindex' } } as const

export const makePublicLink = defineCall({
  method: 'POST',
  path: '/document/:id/public-link',
  tag,
  summary: 'Create a link that opens the document without a login, if the firm allows it; never for a sealed document',
  answer: z.object({ path: described(z.string(), "Relative to the console's URL"), expires_at: z.iso.datetime() }),
  refusals: [403, 404, 429],
})

const shared = z.object({
  title: z.nullable(z.string()),
  number: z.nullable(z.string()),
  size: z.nullable(z.int()),
  expires_at: z.iso.datetime(),
})
export type SharedAnswer = Fixed<z.output<typeof shared>>

export const readPublicLink = defineCall({
  method: 'GET',
  path: '/public-document/:token',
  tag,
  summary: 'The document behind a public link',
  params: token,
  answer: shared,
  ...hidden,
  refusals: [403, 404, 429],
})

export const readSharedDocument = defineCall({
  method: 'GET',
  path: '/public-document/:token/content',
  tag,
  summary: "The PDF behind a public link; each view is recorded in the firm's event log",
  params: token,
  answer: { mediaType: 'application/pdf' },
  ...hidden,
  refusals: [403, 404, 429],
})
