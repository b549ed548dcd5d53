import * as z from 'zod/mini'
import { lowered } from '../lowered.ts'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { plainString, stringKind, stringListKind } from './string-kinds.ts'

// Addresses as people type them, not all that RFC 5322 allows: no quotes, no comments, a domain with a dot or
// localhost. A mistyped one accepted here is a person who is never notified.
const local = /^(?!\.)[^\s@<>(),;:\\"[\]]{1,64}(?<!\.)$/u
const domain =
  /^(?:localhost|(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]))$/iu

/** Returns a field for one email address. */
export function email(number: number, options: FieldOptions & { required: true }): Field<string>
export function email(number: number, options?: FieldOptions): Field<string | null>
export function email(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'email', number, ...options }
}

/** Returns a field for several email addresses, without duplicates. */
export function emailList(number: number, options: FieldOptions & Pick<KindOptions, 'max'> = {}): Field<string[]> {
  return { kind: 'emailList', number, ...options }
}

const emailSchema = () => plainString(320).check(z.refine(isEmail, 'not_email')) as z.ZodMiniType<string, string>

export const emailKind: FieldKind = stringKind('email', emailSchema)

const addressList = stringListKind('emailList', emailSchema)
/**
 * Addresses that differ only in case are one mailbox on nearly every mail server, whose owner would be notified twice.
 */
export const emailListKind: FieldKind = {
  ...addressList,
  schema: (field) => addressList.schema(field).check(z.refine(hasNoTwins, 'duplicate_item')),
}

/** Returns whether the text is one email address. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return text.length <= 320 && !text.includes('..') && local.test(text.slice(0, at)) && domain.test(text.slice(at + 1))
}

function hasNoTwins(addresses: unknown): boolean {
  const list = addresses as readonly string[]
  return new Set(list.map((address) => lowered(String(address)))).size === list.length
}
