import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says by what a change is taken back; nothing when it cannot be. */
export function tellUndo(reply: FastifyReply, undoId: string | undefined): FastifyReply {
  return undoId === undefined ? reply : reply.header('x-undo-id', undoId)
}

/**
 * The `updated_at` that a caller of a change saw, from `if-match: "2026-11-21T09:41:00.000Z"`; undefined when the
 * caller overwrites whatever is there. Throws `malformed_request`.
 */
export function readExpected(request: FastifyRequest): string | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const time = new Date(header.replace(/^(?:W\/)?"(.*)"$/, '$1'))
  if (Number.isNaN(time.getTime())) throw new ApiError('malformed_request', { sentence })
  return time.toISOString()
}

const sentence = 'The header if-match must be the updated_at of the record as it was read, in quotation marks.'
