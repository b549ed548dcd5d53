import { expiryWarningDays } from '@courtcrier/contract/credential-kinds.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import { type Expiring, type ExpiringKind, expiringKinds, isDue } from './expiring-kinds.ts'

const everyMs = 6 * 60 * 60_000

/** Days before the end on which firms are reminded; the last time on the day itself. */
const reminderDays = [...expiryWarningDays, 0]

/** Reminds firms of credentials, mailboxes, sending accounts, identity providers and API keys that expire soon, at startup and a few times a day. */
export function startExpiryWatch(services: Pick<Services, 'database' | 'log'>): () => void {
  const run = () =>
    warnOfExpiry(services.database).catch((err: unknown) =>
      services.log.error({ err }, 'the check for expiring credentials failed'),
    )
  const timer = setInterval(run, everyMs)
  void run()
  return () => clearInterval(timer)
}

/** Warns about each once per warning day reached. Returns the number of warnings. */
export async function warnOfExpiry(database: Services['database'], now = new Date()): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  let told = 0
  for (const kind of expiringKinds) told += await warnOfKind(database, kind, today)
  return told
}

async function warnOfKind(database: Services['database'], kind: ExpiringKind, today: string): Promise<number> {
  const firms = await withSystem(database, async (trx) => {
    const { rows } = await sql<{ firmId: number }>`
      select distinct firm_id as "firmId" from ${sql.table(kind.table)}
      where ${isDue(kind, today)}`.execute(trx)
    return rows
  })
  let told = 0
  for (const { firmId } of firms)
    told += await withFirm(database, firmId, (trx) => warnFirm(trx, { firmId, kind, today }))
  return told
}

interface Warning {
  firmId: number
  kind: ExpiringKind
  today: string
}

async function warnFirm(trx: Trx, { firmId, kind, today }: Warning): Promise<number> {
  const day = sql`${sql.ref(kind.column ?? 'expires_at')}::date`
  // The lock keeps two workers from warning about the same credential.
  const { rows } = await sql<Expiring>`
    select id, name, ${day}::text as "expiresAt", ${day} - ${today}::date as days
    from ${sql.table(kind.table)} where firm_id = ${firmId} and ${isDue(kind, today)}
    order by id for update`.execute(trx)
  let told = 0
  for (const row of rows) {
    const due = reminderDays.filter((days) => row.days <= days).at(-1)
    if (due === undefined || (await wasTold(trx, { firmId, kind, row, due }))) continue
    await recordEvent(trx, {
      firmId,
      level: due === expiryWarningDays[0] ? 'WARNING' : 'ERROR',
      type: 'other',
      sentence: kind.sentenceOf(row),
      entity: kind.entity,
      entityId: row.id,
      action: kind.action,
      recordTitle: row.name,
      facts: { date: row.expiresAt, due: String(due) },
    })
    told += 1
  }
  return told
}

interface Told {
  firmId: number
  kind: ExpiringKind
  row: Expiring
  due: number
}

async function wasTold(trx: Trx, { firmId, kind, row: { id, expiresAt }, due }: Told): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from system_events where firm_id = ${firmId} and entity = ${kind.entity} and entity_id = ${id}
        and action = ${kind.action} and facts ->> 'date' = ${expiresAt} and (facts ->> 'due')::int <= ${due}
    ) as found`.execute(trx)
  return rows[0]?.found ?? false
}
