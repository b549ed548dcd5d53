import * as z from 'zod/mini'
import { isPlainText } from '../fields/string-kinds.ts'

/**
 * Returns the schema of a name that a call gives to something that is no record, such as a key or a file: trimmed, on one
 * line and without control characters, as the names of records are. `missing` is the message code if there is none.
 */
export function givenName(max: number, missing = 'required') {
  return z.string(missing).check(
    z.overwrite((text) => text.trim().normalize('NFC')),
    z.minLength(1, missing),
    z.maxLength(max, `too_long:${max}`),
    z.refine((text) => isPlainText(text) && !/[\t\r\n]/.test(text), 'control_characters'),
  )
}
