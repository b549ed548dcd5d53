import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import { insert, type TestFiling } from '../copies/test-filing.ts'

/** Creates a delivery of the filing to a new timekeeper, and returns its ID. */
export async function plantDelivery(
  { database }: Pick<Services, 'database'>,
  filing: TestFiling,
  values: Record<string, unknown> = {},
): Promise<string> {
  const [id, timekeeperId] = [newId(), newId()]
  await withSystem(database, async (trx) => {
    await insert(trx, 'timekeepers', { firm_id: filing.firmId, id: timekeeperId, full_name: 'Ruth Osei' })
    await insert(trx, 'deliveries', {
      firm_id: filing.firmId,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      timekeeper_id: timekeeperId,
      email: 'r.osei@hale-osei.example',
      method: 'PDF',
      message_id: id,
      attempts: 0,
      ...values,
    })
  })
  return id
}
