import type { CredentialKind } from '@courtcrier/contract/credential-kinds.ts'
import { neededSettings } from '@courtcrier/contract/credential-needs.ts'
import { type AnyRow, secretsSet } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { findUnknownPlaceholder, type RestTemplate, restPlaceholders } from '@courtcrier/contract/rest-settings.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { problemOfPath } from '../outbox/copies/safe-path.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { grantedFor } from '../stores/grant-place.ts'
import { forgetSignIn } from '../stores/sign-in/saved-sign-in.ts'
import { findAgentProblems, forgetSecrets } from './credential-agents.ts'

/** Keeps the list of all credentials in sync with the rows of one kind; policies refer to that list. */
export function credentialBehaviour(kind: CredentialKind, beforeSave?: Behaviour['beforeSave']): Behaviour {
  return {
    beforeSave: async (trx, save) => [...((await beforeSave?.(trx, save)) ?? []), ...findAgentProblems(kind, save)],
    alsoKnownAs: credential.name,
    afterSave: async (trx, { firmId, id, values, current }) => {
      if (values.useAgent === true) await forgetSecrets(trx, { firmId, id, kind })
      const isOther = grantedFor.some(
        (key) => Object.hasOwn(values, key) && (values[key] ?? '') !== (current?.[key] ?? ''),
      )
      const name = String(values.name ?? current?.name)
      const expiresAt = values.expiresAt === undefined ? (current?.expiresAt ?? null) : values.expiresAt
      // Its test results belong to the previous settings.
      await sql`insert into credentials (firm_id, id, name, kind, expires_at)
        values (${firmId}, ${id}::uuid, ${name}, ${kind}, ${expiresAt}::date)
        on conflict (firm_id, id) do update set name = excluded.name, expires_at = excluded.expires_at,
          health = 'unknown', sentence = null, checked_at = null, updated_at = now()`.execute(trx)
      if (current && isOther) await forgetSignIn(trx, { firmId, credentialId: id })
      await announce(trx, { firmId, entity: credential.name, ids: [id] })
    },
    afterDelete: async (trx, { firmId, id }) => {
      await sql`delete from credentials where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
      await announce(trx, { firmId, entity: credential.name, ids: [id] })
    },
  }
}

/** Billing items need what the service requires: one of the two time codes, and every other billing field. */
export async function checkBillingItems(_: Trx, { values, current }: Save) {
  const row: AnyRow = { ...current, ...values }
  if (row.createBillingItems !== true) return []
  const missing = ['billingItemDescription', 'billingItemQuantity', 'billingItemRate', 'billingItemUser']
    .filter((field) => isAbsent(row[field]))
    .map((field) => ({ field, code: 'required' }))
  if (!isAbsent(row.billingItemTimeCode) || !isAbsent(row.billingItemTimeCode2)) return missing
  return [{ field: 'billingItemTimeCode', code: 'time_code_required' }, ...missing]
}

/** The settings of a kind, unless they are kept at an agent. */
export function checkNeeds(kind: CredentialKind): NonNullable<Behaviour['beforeSave']> {
  return async (_, { values, current }) => {
    const row: AnyRow = { ...current, ...values }
    if (row.useAgent === true) return []
    return neededSettings(kind, row)
      .filter((field) => lacks(field, { values, current }))
      .map((field) => ({ field, code: 'required' }))
  }
}

/** What is wrong with a credential for a folder, S3 and so on. */
export async function checkDriver(trx: Trx, save: Save) {
  const { values, current } = save
  const row: AnyRow = { ...current, ...values }
  if (row.useAgent === true) return []
  const isSftp = row.driver === 'SFTP'
  const isWithout = (field: string) => lacks(field, { values, current })
  return [
    ...(await checkNeeds('generic_credential')(trx, save)),
    ...(isSftp && isWithout('password') && isWithout('privateKey')
      ? [{ field: 'password', code: 'password_or_key_required' }]
      : []),
    ...(isSftp && isNoKey(values.privateKey) ? [{ field: 'privateKey', code: 'not_private_key' }] : []),
    ...checkFolder(values),
    ...(isOtherAddress(row) ? [{ field: 'baseUrl', code: 'not_url' }] : []),
    ...checkPlaceholders(values),
  ]
}

function checkFolder({ folderId }: AnyRow) {
  const code = typeof folderId === 'string' ? problemOfPath(folderId) : undefined
  return code === undefined ? [] : [{ field: 'folderId', code }]
}

/** Neos is described by the same settings. */
export async function checkNeos(_: Trx, { values }: Save) {
  return checkPlaceholders(values)
}

/** A placeholder that a setting doesn't know would be sent as nothing, and no one would notice. */
function checkPlaceholders(values: AnyRow) {
  return (Object.keys(restPlaceholders) as RestTemplate[]).flatMap((field) => {
    const value = values[field]
    const texts = typeof value === 'string' ? [value] : Object.values((value ?? {}) as Record<string, string>)
    const unknown = texts.map((text) => findUnknownPlaceholder(field, text)).find((name) => name !== undefined)
    return unknown === undefined ? [] : [{ field, code: `unknown_placeholder:${unknown}` }]
  })
}

function lacks(field: string, { values, current }: Pick<Save, 'values' | 'current'>): boolean {
  return isAbsent({ ...current, ...values }[field]) && !isKept(field, { values, current })
}

/** Returns whether a secret is already set and unchanged: its value is never read back from the database. */
function isKept(field: string, { values, current }: Pick<Save, 'values' | 'current'>): boolean {
  const kept = (current as { [secretsSet]?: readonly string[] } | undefined)?.[secretsSet]
  return !Object.hasOwn(values, field) && (kept?.includes(field) ?? false)
}

function isNoKey(value: unknown): boolean {
  return typeof value === 'string' && !/^-----BEGIN [A-Z ]*PRIVATE KEY-----\s[\s\S]+-----END [A-Z ]*-----$/.test(value)
}

/** Returns whether the address is invalid for the driver: `sftp:` is for SFTP only, and SFTP accepts nothing else. */
function isOtherAddress({ driver, baseUrl }: AnyRow): boolean {
  if (typeof baseUrl !== 'string' || baseUrl === '') return false
  return !URL.canParse(baseUrl) || baseUrl.toLowerCase().startsWith('sftp:') !== (driver === 'SFTP')
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
