import type { CreatedFirm } from '../packages/server/src/auth/create-firm.ts'
import type { Trx } from '../packages/server/src/base/db/database.ts'
import { withFirm } from '../packages/server/src/base/db/firm-transaction.ts'
import { newId } from '../packages/server/src/base/db/ids.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { insertAll, type PlantedFiling } from './plant-filings.ts'

/** The final work on a filing. */
export type Work = 'deliveries' | 'copies'

/** Each filing has this many documents, copies and recipients. */
export const ofFiling = 3

export interface Person {
  id: string
  email: string
}

interface Due {
  work: Work
  /** The storage policies of the filings, in turn; the firm's own if absent. */
  policies?: readonly string[]
  filings: readonly PlantedFiling[]
  people: readonly Person[]
}

/**
 * Creates due work and queues it, in one transaction, so that workers find all of it at the same moment. Returns the
 * IDs.
 */
export async function plantDue(services: Services, firm: CreatedFirm, due: Due): Promise<readonly string[]> {
  const { firmId } = firm
  return withFirm(services.database, firmId, async (trx) => {
    const rows = due.work === 'deliveries' ? deliveryRows(firm, due) : copyRows(firm, due)
    await insertAll(trx, due.work === 'deliveries' ? 'deliveries' : 'document_copies', rows)
    const ids = rows.map(({ id }) => id)
    const jobs = ids.map((id) => ({ firmId, id }))
    await services.jobs.enqueue(trx, due.work === 'deliveries' ? 'delivery' : 'copy', jobs)
    return ids
  })
}

function deliveryRows({ firmId }: CreatedFirm, { filings, people }: Due) {
  return filings.flatMap((filing, n) =>
    pick(people, n * ofFiling, ofFiling).map((person) => ({
      ...deliveryOf(firmId, filing, person),
      method: 'PDF',
      cadence: 'REALTIME',
    })),
  )
}

function copyRows(firm: CreatedFirm, { filings, policies = [firm.storagePolicyId] }: Due) {
  return filings.flatMap(({ envelopeId, itemId, documents }, n) => {
    const storagePolicyId = policies[n % policies.length]
    return documents.map(({ id: documentId, fileId }) => ({
      firm_id: firm.firmId,
      id: newId(),
      envelope_id: envelopeId,
      inbox_item_id: itemId,
      document_id: documentId,
      storage_policy_id: storagePolicyId,
      file_id: fileId,
      copy_key: `${storagePolicyId}:${documentId}`,
    }))
  })
}

/** Creates deliveries waiting for the daily digest, equally many per person. */
export async function plantScheduled(
  trx: Trx,
  { firmId }: CreatedFirm,
  { filings, people, each }: Omit<Due, 'work'> & { each: number },
): Promise<void> {
  const createdAt = new Date(Date.now() - 2 * 86_400_000)
  const rows = people.flatMap((person, n) =>
    pick(filings, n * each, each).map((filing) => ({
      ...deliveryOf(firmId, filing, person),
      method: 'PDF',
      cadence: 'DAILY',
      status: 'scheduled',
      created_at: createdAt,
    })),
  )
  await insertAll(trx, 'deliveries', rows)
}

function deliveryOf(firmId: number, { envelopeId, itemId }: PlantedFiling, { id: timekeeperId, email }: Person) {
  const id = newId()
  return {
    firm_id: firmId,
    id,
    envelope_id: envelopeId,
    inbox_item_id: itemId,
    timekeeper_id: timekeeperId,
    email,
    message_id: id,
    attempts: 0,
    reason: 'Assigned to the case Acme, Inc. v. Doe.',
  }
}

/** Returns this many items from a position on, wrapping around at the end. */
function pick<T>(all: readonly T[], from: number, count: number): readonly T[] {
  return Array.from({ length: Math.min(count, all.length) }, (_, n) => all[(from + n) % all.length] as T)
}
