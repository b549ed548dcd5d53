import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import { utcMinute } from '@courtcrier/lib/utc-minute.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { signedInCredentials } from '../stores/sign-in/signed-in.ts'
import type { Check } from './check.ts'

interface DmsCredential {
  firmId: number
  name: string
  kind: string
  driver: string | null
  health: string
  sentence: string | null
  checkedAt: Date | null
  /** Whether someone has signed in, or a refresh token was entered. */
  hasGrant: boolean
  isUsed: boolean
  waiting: number
}

/**
 * The DMS credentials of all firms: which work, which wait for a person, what waits for them, and what to do. That one
 * ends soon is said of all secrets alike (`check-expiry.ts`).
 */
export async function checkDms(database: Database): Promise<readonly Check[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('store_grants') is not null as found`.execute(database.kysely)
  // An older schema, which another check reports.
  if (!tables[0]?.found) return []
  return (await withSystem(database, findCredentials)).map(checkOf)
}

async function findCredentials(trx: Trx): Promise<readonly DmsCredential[]> {
  const { rows } = await sql<DmsCredential>`
    select c.firm_id as "firmId", c.name, c.kind, d.driver, c.health, c.sentence, c.checked_at as "checkedAt",
      g.id is not null as "hasGrant",
      exists (select from storage_policies p where p.firm_id = c.firm_id and p.dms_credential_id = c.id) as "isUsed",
      coalesce(w.waiting, 0) as waiting
    from credentials c
      left join generic_credentials d on d.firm_id = c.firm_id and d.id = c.id
      left join ${signedInCredentials} g on g.firm_id = c.firm_id and g.id = c.id
      left join (
        select k.firm_id, p.dms_credential_id as id, count(*)::integer as waiting from document_copies k
          join storage_policies p on p.firm_id = k.firm_id and p.id = k.storage_policy_id
        where k.status = 'delayed' group by 1, 2
      ) w on w.firm_id = c.firm_id and w.id = c.id
    order by c.firm_id, lower(c.name), c.id`.execute(trx)
  return rows
}

function checkOf(row: DmsCredential): Check {
  const { firmId, name: title, health, isUsed } = row
  const check = { name: `DMS credential "${title}" of firm ${firmId}` }
  const waits = waitingOf(row)
  const provider = findConnectorKind(row)?.authorization?.provider
  if (provider !== undefined && !row.hasGrant) {
    const sentence = `No one has signed in to ${provider} yet. An administrator signs in on the credential's page in the console. ${waits}`
    return { ...check, state: row.waiting > 0 ? 'failed' : 'warning', sentence }
  }
  if (health === 'failing')
    return { ...check, state: isUsed ? 'failed' : 'warning', sentence: `${row.sentence ?? ''} ${waits} ${mend}` }
  if (health === 'unreached') return { ...check, state: 'warning', sentence: `${row.sentence ?? ''} ${waits}` }
  return { ...check, state: 'ok', sentence: `${checkedOf(row)} ${waits}` }
}

const mend = 'Fix that in the DMS or in the console, then test the credential in the console: what waits is saved then.'

function waitingOf({ waiting, isUsed }: DmsCredential): string {
  if (waiting > 0) return waiting === 1 ? 'One document waits for it.' : `${waiting} documents wait for it.`
  return isUsed ? 'Nothing waits for it.' : 'No storage policy uses it.'
}

/** To the minute: `2026-11-28 10:15 UTC`. */
function checkedOf({ health, checkedAt }: DmsCredential): string {
  if (health !== 'healthy' || checkedAt === null) return 'It has not been used or tested since it was saved.'
  return `It worked at ${utcMinute(checkedAt)} UTC.`
}
