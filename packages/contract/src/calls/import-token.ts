import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'

const tag = 'Firm'
const maybeTime = z.nullable(z.iso.datetime())

const state = z.object({
  is_set: z.boolean(),
  created_at: maybeTime,
  created_by: described(z.nullable(z.string()), 'Name of the user who created it'),
  last_used_at: maybeTime,
})
export type ImportTokenState = Fixed<z.output<typeof state>>

export const readImportToken = defineCall({
  method: 'GET',
  path: '/firm/import-token',
  tag,
  summary: 'Whether there is an import token, who created it and when it was last used; never the token itself',
  answer: state,
  refusals: [403],
})

export const makeImportToken = defineCall({
  method: 'POST',
  path: '/firm/import-token',
  tag,
  summary: 'Create the token programs use to import; it replaces the previous one and is shown once',
  answer: z.object({ token: z.string() }),
  status: 201,
  refusals: [403],
})

export const revokeImportToken = defineCall({
  method: 'DELETE',
  path: '/firm/import-token',
  tag,
  summary: 'Revoke the import token',
  refusals: [403, 404],
})
