import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets the header with the undo ID, if there is one. */
export function tellUndo(reply: FastifyReply, undoId: string | undefined): FastifyReply {
  return undoId === undefined ? reply : reply.header('x-undo-id', undoId)
}

/** Sets `ETag` to the version of the row, for `if-match` with the next change, unless the role may not see it. */
export function tellVersion(reply: FastifyReply, { updatedAt }: AnyRow): void {
  if (typeof updatedAt === 'string') reply.header('etag', `"${updatedAt}"`)
}

/**
 * The `updated_at` the caller saw, from `if-match: "2026-11-21T09:41:00.000Z"`; undefined if the caller overwrites
 * whatever is there. Throws `malformed_request`.
 */
export function readExpected(request: FastifyRequest): string | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const time = new Date(header.replace(/^(?:W\/)?"(.*)"$/, '$1'))
  if (Number.isNaN(time.getTime())) throw new ApiError('malformed_request', { sentence })
  return time.toISOString()
}

const sentence = 'The header if-match must be the updated_at of the record as it was read, in quotation marks.'
