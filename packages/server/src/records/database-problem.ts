import { ApiError } from '@courtcrier/contract/errors.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { isDatabaseAway } from '../base/db/away.ts'
import { isDeadlock } from '../base/db/firm-write.ts'

/** PostgreSQL's description of an error; the embedded database and the server's driver use the same names. */
interface DatabaseError {
  code: string
  constraint?: string
  table?: string
}

/** The refusal for a violated constraint or an unavailable database; undefined for any other error. */
export function databaseProblem(error: unknown, isDeletion: boolean): ApiError | undefined {
  if (isDatabaseAway(error)) return new ApiError('unavailable', { cause: error })
  if (!isDatabaseError(error)) return undefined
  if (error.code === '23505') {
    const problems = uniqueFields(error).map((field) => ({ field, code: 'not_unique' }))
    return new ApiError('not_unique', { problems, cause: error })
  }
  if (error.code === '23503') return isDeletion ? new ApiError('in_use', { cause: error }) : missingReference(error)
  if (nulCodes.has(error.code)) {
    return new ApiError('malformed_request', { sentence: 'Text must not hold NUL characters.', cause: error })
  }
  if (error.code === stopped) return new ApiError('unavailable', { sentence: tooSlow, cause: error })
  if (isDeadlock(error)) return new ApiError('unavailable', { sentence: busy, cause: error })
  return isUnreachable(error.code) ? new ApiError('unavailable', { cause: error }) : undefined
}

/** A deadlock, again and again (`withFirmWrite`). */
const busy = 'Someone else was saving the same records. Nothing was changed; try again.'

/** A statement took longer than a page may wait for it (`withFirmRead`). */
const stopped = '57014'
const tooSlow =
  'Reading this takes too long, so it was stopped. Narrow it down with a filter, or try again in a moment.'

/** PostgreSQL's codes for U+0000 in a text and in a jsonb value, the only valid UTF-8 it refuses. */
const nulCodes = new Set(['22021', '22P05'])

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/**
 * Unique indexes are named `<table>_<column>_<column>_key`, or `…_nocase_key` if they compare names, which the drift
 * test enforces.
 */
function uniqueFields({ table = '', constraint = '' }: DatabaseError): readonly string[] {
  const groups = resources.filter((resource) => tableOf(resource) === table).flatMap((resource) => resource.unique)
  const name = constraint.replace(/_nocase_key$/, '_key')
  return groups.find((group) => `${table}_${group.map(snakeCase).join('_')}_key` === name) ?? []
}

/**
 * PostgreSQL uses one code both for deleting a row that others refer to and for referring to a row that doesn't exist,
 * and distinguishes them only in a message in the server's language; so the request's method decides.
 */
function missingReference(error: DatabaseError): ApiError {
  const field = (error.constraint ?? '').replace(`${error.table}_`, '').replace(/_fkey$/, '')
  return new ApiError('invalid_input', { problems: [{ field, code: 'not_reference' }], cause: error })
}

/** Node's own codes for sockets, to anything a request depends on. */
function isUnreachable(code: string): boolean {
  return /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/.test(code)
}
