import { createHash } from 'node:crypto'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets the header with the undo ID, if there is one. */
export function tellUndo(reply: FastifyReply, undoId: string | undefined): FastifyReply {
  return undoId === undefined ? reply : reply.header('x-undo-id', undoId)
}

/**
 * Sets `ETag`, unless the role may not see the version: the row's version, for `if-match` with the next change, and a
 * digest of what is answered. That can differ for one version: values are calculated from other records, and a role
 * may come to see more. Returns whether the caller has this answer.
 */
export function tellVersion(
  reply: FastifyReply,
  { updatedAt }: AnyRow,
  body: string | Uint8Array,
): { isKnown: boolean } {
  if (typeof updatedAt !== 'string') return { isKnown: false }
  const tag = `"${updatedAt}/${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  reply.header('etag', tag)
  return { isKnown: isKnown(reply.request, tag) }
}

/** Returns whether a caller that reads has the answer with this tag (RFC 9110, 13.1.2). A weak tag counts, too. */
export function isKnown({ method, headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.trim()
  if (known === undefined || !['GET', 'HEAD'].includes(method)) return false
  return known === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

/**
 * The `updated_at` the caller saw, from `if-match: "2026-11-21T09:41:00.000Z"` or the whole `ETag`, or several of which
 * one must be the record's (RFC 9110, 13.1.1); undefined if the caller overwrites whatever is there. A weak one counts too: proxies that
 * compress an answer make its tag weak. Throws `malformed_request`.
 */
export function readExpected(request: FastifyRequest): readonly string[] | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const tags = header.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*?)(?:\/[\w-]*)?"$/, '$1'))
  const times = tags.filter((tag) => isoTime.test(tag) && !Number.isNaN(Date.parse(tag)))
  if (times.length === 0) throw new ApiError('malformed_request', { sentence })
  return times.map((time) => new Date(time).toISOString())
}

/** `Date` also reads "1", as a day in 2001. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

const sentence = 'The header if-match must be the updated_at of the record as it was read, in quotation marks.'
