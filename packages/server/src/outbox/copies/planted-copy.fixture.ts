import { sql } from 'kysely'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import { claimed, insert, type TestFiling } from './test-filing.ts'

/** Creates a copy of the filing's first document, which no one has begun to save, and returns its ID. */
export async function plantCopy(
  { database }: Pick<Services, 'database'>,
  { firmId, envelopeId, itemId, policyId, documents: [document] }: TestFiling,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = newId()
  await withSystem(database, (trx) =>
    insert(trx, 'document_copies', {
      ...{ firm_id: firmId, id, envelope_id: envelopeId, inbox_item_id: itemId, storage_policy_id: policyId },
      ...{ document_id: document?.id ?? null, file_id: document?.fileId ?? '', copy_key: id, attempts: 0 },
      ...values,
    }),
  )
  return id
}

/** Does a job of a copy, as a worker that has just started. */
export function runCopyJob(services: Services, id: string, firmId = 1): Promise<void> {
  return openKind(copyKind(services)).run(claimed({ firmId, id }))
}

/** Tries to save a copy once, as if the time of its next attempt had come. */
export async function saveCopy(services: Services, id: string, firmId = 1): Promise<void> {
  await withSystem(services.database, (trx) =>
    sql`update document_copies set due_at = null where id = ${id}::uuid`.execute(trx),
  )
  await runCopyJob(services, id, firmId)
}

/** Every job of a copy that is to come, the next one first. */
export async function queuedCopies({ database }: Pick<Services, 'database'>) {
  const { rows } = await sql<{ data: unknown; startAfter: Date; seconds: number }>`
    select data, start_after as "startAfter", extract(epoch from start_after - now())::float8 as seconds
    from pgboss.job where name = 'copy' and state in ('created', 'retry') order by start_after`.execute(database.kysely)
  return rows
}
