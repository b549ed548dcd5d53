import { expiryWarningDays } from '@courtcrier/contract/credential-kinds.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'

const everyMs = 6 * 60 * 60_000

/** Reminds firms of credentials that expire soon, at startup and a few times a day. */
export function startExpiryWatch(services: Pick<Services, 'database' | 'log'>): () => void {
  const run = () =>
    warnOfExpiry(services.database).catch((err: unknown) =>
      services.log.error({ err }, 'the check for expiring credentials failed'),
    )
  const timer = setInterval(run, everyMs)
  void run()
  return () => clearInterval(timer)
}

/** Warns about each credential once per warning day reached. Returns the number of warnings. */
export async function warnOfExpiry(database: Services['database'], now = new Date()): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const firms = await withSystem(database, async (trx) => {
    const { rows } = await sql<{ firmId: number }>`
      select distinct firm_id as "firmId" from credentials
      where expires_at between ${today}::date and ${today}::date + ${expiryWarningDays[0]}::integer`.execute(trx)
    return rows
  })
  let told = 0
  for (const { firmId } of firms) told += await withFirm(database, firmId, (trx) => warnFirm(trx, firmId, today))
  return told
}

interface Expiring {
  id: string
  name: string
  expiresAt: string
  days: number
}

async function warnFirm(trx: Trx, firmId: number, today: string): Promise<number> {
  // The lock keeps two workers from warning about the same credential.
  const { rows } = await sql<Expiring>`
    select id, name, expires_at::text as "expiresAt", expires_at - ${today}::date as days from credentials
    where firm_id = ${firmId} and expires_at between ${today}::date and ${today}::date + ${expiryWarningDays[0]}::integer
    order by id for update`.execute(trx)
  let told = 0
  for (const row of rows) {
    const due = expiryWarningDays.filter((days) => row.days <= days).at(-1)
    if (due === undefined || (await wasTold(trx, firmId, { ...row, due }))) continue
    await recordEvent(trx, {
      firmId,
      level: due === expiryWarningDays[0] ? 'WARNING' : 'ERROR',
      type: 'other',
      sentence: `The credential "${row.name}" expires on ${row.expiresAt}. Copies saved with it wait from then on, until it is replaced.`,
      entity: credential.name,
      entityId: row.id,
      action: 'credential_expires',
      recordTitle: row.name,
      facts: { date: row.expiresAt, due: String(due) },
    })
    told += 1
  }
  return told
}

async function wasTold(trx: Trx, firmId: number, { id, expiresAt, due }: Expiring & { due: number }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from system_events where firm_id = ${firmId} and entity = 'credential' and entity_id = ${id}
        and action = 'credential_expires' and facts ->> 'date' = ${expiresAt} and (facts ->> 'due')::int <= ${due}
    ) as found`.execute(trx)
  return rows[0]?.found ?? false
}
