import type { CredentialKind } from '@courtcrier/contract/credential-kinds.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { sql } from 'kysely'
import { announce } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import type { Behaviour, Save } from './behaviour.ts'

/** Keeps the list of all credentials in step with the rows of one kind; policies lead to that list. */
export function credentialBehaviour(kind: CredentialKind, beforeSave?: Behaviour['beforeSave']): Behaviour {
  return {
    beforeSave,
    alsoKnownAs: credential.name,
    afterSave: async (trx, { firmId, id, values, current }) => {
      const name = String(values.name ?? current?.name)
      const expiresAt = values.expiresAt === undefined ? (current?.expiresAt ?? null) : values.expiresAt
      // What was found out of it was of the settings that it had before.
      await sql`insert into credentials (firm_id, id, name, kind, expires_at)
        values (${firmId}, ${id}::uuid, ${name}, ${kind}, ${expiresAt}::date)
        on conflict (firm_id, id) do update set name = excluded.name, expires_at = excluded.expires_at,
          health = 'unknown', sentence = null, checked_at = null, updated_at = now()`.execute(trx)
      await announce(trx, { firmId, entity: credential.name, ids: [id] })
    },
    afterDelete: async (trx, { firmId, id }) => {
      await sql`delete from credentials where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
      await announce(trx, { firmId, entity: credential.name, ids: [id] })
    },
  }
}

/** Billing items need what the other side asks for: one time code of two, and all the rest. */
export async function checkBillingItems(_: Trx, { values, current }: Save) {
  const row: AnyRow = { ...current, ...values }
  if (row.createBillingItems !== true) return []
  const missing = ['billingItemDescription', 'billingItemQuantity', 'billingItemRate', 'billingItemUser']
    .filter((field) => isAbsent(row[field]))
    .map((field) => ({ field, code: 'required' }))
  if (!isAbsent(row.billingItemTimeCode) || !isAbsent(row.billingItemTimeCode2)) return missing
  return [{ field: 'billingItemTimeCode', code: 'time_code_required' }, ...missing]
}

/** What each type of generic credential cannot do without. */
const neededByDriver: Readonly<Record<string, readonly string[]>> = {
  FILE_SYSTEM: ['folderId'],
  S3: ['region', 'database', 'apiKey', 'apiSecret'],
  WEBDAV: ['baseUrl', 'username', 'password'],
  SFTP: ['baseUrl', 'username', 'password'],
  DROPBOX: ['clientId', 'clientSecret'],
}

/** Secrets never come back from the database: one that a change does not mention is taken to be there. */
const secrets = ['password', 'apiKey', 'apiSecret', 'clientSecret']

export async function checkDriver(_: Trx, { values, current }: Save) {
  const row: AnyRow = { ...current, ...values }
  const isChanged = (field: string) => current === undefined || Object.hasOwn(values, field)
  const isDriverNew = current === undefined || current.driver !== row.driver
  const missing = (neededByDriver[String(row.driver)] ?? [])
    .filter((field) => isAbsent(row[field]) && (!secrets.includes(field) || isDriverNew || isChanged(field)))
    .map((field) => ({ field, code: 'required' }))
  return isOtherAddress(row) ? [...missing, { field: 'baseUrl', code: 'not_url' }] : missing
}

/** SFTP is reached by addresses of its own, and nothing else is. */
function isOtherAddress({ driver, baseUrl }: AnyRow): boolean {
  if (typeof baseUrl !== 'string' || baseUrl === '') return false
  return !URL.canParse(baseUrl) || baseUrl.toLowerCase().startsWith('sftp:') !== (driver === 'SFTP')
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
