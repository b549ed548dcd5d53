import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, rowById } from '../outbox/copies/test-filing.ts'
import { plantDelivery } from '../outbox/deliveries/planted-delivery.fixture.ts'
import type { Held } from '../records/outgoing/filing-per-test.fixture.ts'
import { recordDeliveries } from './pipeline/records/deliver.ts'
import type { Recipient, Work } from './pipeline/stage.ts'

export const former = 'former@hale-osei.example'
export const next = 'next@hale-osei.example'

/** What waits because of the former plan of a notice, and its new one. */
export function formerPlanOf(held: Held) {
  /** What the stages after matching need of an item. */
  function work(): Work {
    const { firmId, itemId, envelopeId } = held.filing
    const firm = { waitForDmsAttemptToNotify: false }
    return { firmId, itemId, envelopeId, firm, results: {} } as unknown as Work
  }

  const inFirm = <T>(run: Parameters<typeof withFirm<T>>[2]) => withFirm(held.services.database, 1, run)
  /** Plans the item's recipients again, and returns the note for its history. */
  async function plan(...recipients: readonly Partial<Recipient>[]): Promise<string | undefined> {
    const planned = recipients.map((each) => ({
      email: next,
      method: 'PDF',
      level: 'case' as const,
      reason: '',
      ...each,
    }))
    const { note } = await inFirm((trx) =>
      recordDeliveries(trx, {
        work: work(),
        result: { planned },
        jobs: held.services.jobs,
        secrets: held.services.secrets,
      }),
    )
    return note
  }

  const plant = (values: Record<string, unknown>) =>
    plantDelivery(held.services, held.filing, { email: former, level: 'case', ...values })
  const delivery = (id: string) => rowById(held.services, 'deliveries', id)

  /** Adds another notice of the filing, which was matched to this case and planned these recipients. */
  async function plantNotice(caseId: string, planned: readonly object[] = []): Promise<string> {
    const [id, { firmId, envelopeId }] = [newId(), held.filing]
    const outcomes = JSON.stringify({ match: { result: { caseIds: [caseId] } }, deliver: { result: { planned } } })
    await withSystem(held.services.database, async (trx) => {
      await insert(trx, 'inbox_items', {
        ...{ firm_id: firmId, id, status: 'Post Processing', received_at: new Date(), raw_content: '0'.repeat(64) },
        ...{ fingerprint: id, envelope_id: envelopeId },
      })
      await insert(trx, 'item_progress', { firm_id: firmId, id, outcomes })
    })
    return id
  }

  /** Plants a copy of the filing's document that an attempt for the case of then couldn't save. */
  async function plantCopy(status: string): Promise<{ id: string; copyKey: string }> {
    const { filing, services } = held
    const [id, copyKey] = [newId(), `${filing.policyId}:${newId()}`]
    await withSystem(services.database, (trx) =>
      insert(trx, 'document_copies', {
        ...{ firm_id: 1, id, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId, status, attempts: 1 },
        ...{ document_id: filing.documents[0]?.id, storage_policy_id: filing.policyId, file_id: '0'.repeat(64) },
        ...{ copy_key: copyKey, path: 'Former client/Motion.pdf', place: 'server' },
      }),
    )
    return { id, copyKey }
  }

  return { work, inFirm, plan, plant, delivery, plantNotice, plantCopy }
}
