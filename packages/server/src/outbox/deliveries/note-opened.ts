import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'

export interface DocumentOpening {
  firmId: number
  deliveryId: string
  documentId: string
}

/**
 * Records on a delivery that a link in its email was opened. A link opened again within a minute is a page reload and
 * isn't counted. Returns the recipient's address; undefined if nothing was recorded, including for a reference that
 * isn't a delivery of this document's filing.
 */
export async function noteOpened(
  trx: Trx,
  { firmId, deliveryId, documentId }: DocumentOpening,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string; envelopeId: string }>`
    update deliveries r set first_opened_at = coalesce(first_opened_at, now()), last_opened_at = now(),
      open_count = coalesce(open_count, 0) + 1, updated_at = now()
    from documents d
    where r.firm_id = ${firmId} and r.id = ${deliveryId}::uuid and r.status = 'sent'
      and d.firm_id = r.firm_id and d.id = ${documentId}::uuid and d.envelope_id = r.envelope_id
      and (r.last_opened_at is null or r.last_opened_at < now() - interval '1 minute')
    returning r.email, r.envelope_id as "envelopeId"`.execute(trx)
  const [row] = rows
  if (!row) return undefined
  await announce(trx, { firmId, entity: 'delivery', ids: [deliveryId] })
  await announce(trx, { firmId, entity: 'envelope', ids: [row.envelopeId] })
  return row.email
}
