import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'

/**
 * Reads `message ChangePassword { string currentPassword = 1; string newPassword = 2 }` (specification,
 * section 7). It is no resource, so the codec of the resources does not know it. Throws `malformed_request`.
 */
export function decodePasswords(bytes: Uint8Array): AnyRow {
  const values: AnyRow = {}
  let position = 0
  while (position < bytes.length) {
    const name = fieldNames[bytes[position] ?? 0]
    const { value: length, next } = readVarint(bytes, position + 1)
    const end = next + length
    if (!name || end > bytes.length) throw malformed()
    values[name] = readText(bytes.subarray(next, end))
    position = end
  }
  return values
}

/** By tag: field number times eight, plus 2 for length-delimited (protobuf encoding, "Message Structure"). */
const fieldNames: Readonly<Record<number, string>> = { 10: 'currentPassword', 18: 'newPassword' }

function readVarint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  // Four groups of seven bits say more than any body that is accepted here is long.
  for (let index = 0; index < 4; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) throw malformed()
    value |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { value, next: start + index + 1 }
  }
  throw malformed()
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw malformed(cause)
  }
}

function malformed(cause?: unknown): ApiError {
  return new ApiError('malformed_request', { sentence: 'These bytes are not a ChangePassword message.', cause })
}
