import { errorCode } from '@courtcrier/lib/storage-error.ts'
import { problemError } from '../problems.ts'

/** What Node throws for a header that can't be sent. */
const codes: readonly (string | undefined)[] = [
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_HTTP_INVALID_HEADER_VALUE',
]

interface Unsendable {
  url: URL
  isPresigned?: boolean | undefined
}

/**
 * Returns the problem that an error means if it is about a header, and any other error as it is. People enter secrets,
 * and also copy signs that no one sees; the headers of presigned addresses come from the DMS.
 */
export function unsendable(error: unknown, { url: { hostname }, isPresigned }: Unsendable): unknown {
  if (!codes.includes(errorCode(error))) return error
  if (isPresigned) return problemError('transient', `${hostname} gave an address with headers that can't be sent.`)
  return problemError('auth', `The sign-in at ${hostname} has a character that can't be sent. Enter the secrets again.`)
}
