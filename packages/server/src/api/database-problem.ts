import { ApiError } from '@courtcrier/contract/errors.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { isDatabaseAway } from '../base/db/away.ts'

/** What PostgreSQL says of an error; the embedded database and the server's driver use the same names. */
interface DatabaseError {
  code: string
  constraint?: string
  table?: string
}

/** The refusal that a violated constraint or an absent database stands for; undefined for every other error. */
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
  return isUnreachable(error.code) ? new ApiError('unavailable', { cause: error }) : undefined
}

/** What PostgreSQL says of U+0000 in a text and in a jsonb value; of what UTF-8 can say it refuses nothing else. */
const nulCodes = new Set(['22021', '22P05'])

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/** Unique indexes are named `<table>_<column>_<column>_key`; the drift test holds the schema to it. */
function uniqueFields({ table = '', constraint = '' }: DatabaseError): readonly string[] {
  const groups = resources.filter((resource) => tableOf(resource) === table).flatMap((resource) => resource.unique)
  return groups.find((group) => `${table}_${group.map(snakeCase).join('_')}_key` === constraint) ?? []
}

/**
 * PostgreSQL has one code for a row that others still lead to and for a row that was to lead to one that is not
 * there, and tells them apart in a message in the server's language only; the method of the request has to do.
 */
function missingReference(error: DatabaseError): ApiError {
  const field = (error.constraint ?? '').replace(`${error.table}_`, '').replace(/_fkey$/, '')
  return new ApiError('invalid_input', { problems: [{ field, code: 'not_reference' }], cause: error })
}

/** Node's own codes for sockets, of whatever a request could not do without. */
function isUnreachable(code: string): boolean {
  return /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/.test(code)
}
