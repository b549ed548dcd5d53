import { sql } from 'kysely'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { FetchJournal } from './fetch-journal.ts'

const everyMs = 60_000

/** Every minute, drops courts' answers that were left behind by a kill after their documents had been saved. */
export function startAnswerSweep(services: Services, journal: FetchJournal): () => void {
  const run = () =>
    sweepAnswers(services, journal).catch((error: unknown) =>
      services.log.error({ err: error }, 'the answers of courts could not be swept'),
    )
  const timer = setInterval(run, everyMs)
  return () => clearInterval(timer)
}

/** Runs one sweep. Returns how many answers were dropped. */
export async function sweepAnswers(
  { database }: Pick<Services, 'database'>,
  journal: Pick<FetchJournal, 'keys' | 'forget'>,
): Promise<number> {
  const keys = journal.keys()
  if (keys.length === 0) return 0
  const settled = await findSettled(database, keys)
  journal.forget(settled)
  return settled.length
}

/**
 * Finds keys that are no longer needed: no notice of the filing is in progress, and each of its documents is saved,
 * sealed, or has no link. A key that no notice mentions stays until it is old.
 */
async function findSettled(database: Services['database'], keys: readonly string[]): Promise<readonly string[]> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql<{ key: string }>`
      select l.link_key as key from firms f join links l on l.firm_id = f.id and l.link_key = any(${[...keys]}::text[])
      group by l.link_key
      having bool_and(
        not exists (select from inbox_items i where i.firm_id = l.firm_id and i.envelope_id = l.envelope_id
          and i.status in ('New', 'Started', 'Retry', 'Action Required'))
        and exists (select from documents d where d.firm_id = l.firm_id and d.envelope_id = l.envelope_id
          and d.file_id is not null)
        and not exists (select from documents d where d.firm_id = l.firm_id and d.envelope_id = l.envelope_id
          and d.file_id is null and d.verdict not in ('sealed', 'restricted', 'none')))`.execute(trx)
    return rows.map(({ key }) => key)
  })
}
