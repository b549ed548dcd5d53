import type { CredentialKind } from './credential-kinds.ts'
import { neededSettings } from './credential-needs.ts'
import { isAbsent, lacks } from './entered-row.ts'
import type { Problem } from './messages.ts'
import type { AnyRow, EnteredRow } from './resource.ts'
import { findUnknownPlaceholder, type RestTemplate, restPlaceholders } from './rest-settings.ts'

/** Returns what is wrong with a credential's settings taken together. What an agent keeps isn't needed here. */
export function findSettingProblems(kind: CredentialKind, entered: EnteredRow): readonly Problem[] {
  const row: AnyRow = { ...entered.current, ...entered.values }
  if (row.useAgent === true) return []
  const needed = neededSettings(kind, row)
    .filter((field) => lacks(field, entered))
    .map((field) => ({ field, code: 'required' }))
  const own = { filevine_credential: findBillingProblems, generic_credential: findDriverProblems }
  const find = Object.hasOwn(own, kind) ? own[kind as keyof typeof own] : undefined
  return [...needed, ...(find?.(row, entered) ?? []), ...findPlaceholderProblems(entered.values)]
}

/** Billing items need what the service requires: one of the two time codes, and every other billing field. */
function findBillingProblems(row: AnyRow): readonly Problem[] {
  if (row.createBillingItems !== true) return []
  const missing = ['billingItemDescription', 'billingItemQuantity', 'billingItemRate', 'billingItemUser']
    .filter((field) => isAbsent(row[field]))
    .map((field) => ({ field, code: 'required' }))
  if (!isAbsent(row.billingItemTimeCode) || !isAbsent(row.billingItemTimeCode2)) return missing
  return [{ field: 'billingItemTimeCode', code: 'time_code_required' }, ...missing]
}

function findDriverProblems(row: AnyRow, entered: EnteredRow): readonly Problem[] {
  const isSftp = row.driver === 'SFTP'
  const hasNeither = lacks('password', entered) && lacks('privateKey', entered)
  return [
    ...(isSftp && hasNeither ? [{ field: 'password', code: 'password_or_key_required' }] : []),
    ...(isSftp && isNoKey(entered.values.privateKey) ? [{ field: 'privateKey', code: 'not_private_key' }] : []),
    ...(isOtherAddress(row) ? [{ field: 'baseUrl', code: 'not_url' }] : []),
  ]
}

/** A placeholder that a setting doesn't know would be sent as nothing, and no one would notice. */
function findPlaceholderProblems(values: AnyRow): readonly Problem[] {
  return (Object.keys(restPlaceholders) as RestTemplate[]).flatMap((field) => {
    const value = values[field]
    const texts = typeof value === 'string' ? [value] : Object.values((value ?? {}) as Record<string, string>)
    const unknown = texts.map((text) => findUnknownPlaceholder(field, text)).find((name) => name !== undefined)
    return unknown === undefined ? [] : [{ field, code: `unknown_placeholder:${unknown}` }]
  })
}

function isNoKey(value: unknown): boolean {
  return typeof value === 'string' && !/^-----BEGIN [A-Z ]*PRIVATE KEY-----\s[\s\S]+-----END [A-Z ]*-----$/.test(value)
}

/** Returns whether the address is invalid for the driver: `sftp:` is for SFTP only, and SFTP accepts nothing else. */
function isOtherAddress({ driver, baseUrl }: AnyRow): boolean {
  if (typeof baseUrl !== 'string' || baseUrl === '') return false
  return !URL.canParse(baseUrl) || baseUrl.toLowerCase().startsWith('sftp:') !== (driver === 'SFTP')
}
