import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import type { FastifyRequest } from 'fastify'

/** The id in a path such as `/inbox/{id}/message`. Throws `not_found` for what can be none. */
export function itemIdOf(request: FastifyRequest): string {
  return uuidOf((request.params as { id: string }).id)
}

/** Throws `not_found` for what can be no id. */
export function uuidOf(id: unknown): string {
  if (typeof id !== 'string' || !isUuid(id)) throw new ApiError('not_found')
  return id
}
