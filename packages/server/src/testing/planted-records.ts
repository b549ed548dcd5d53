import { sql } from 'kysely'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import type { TestApi } from './api.ts'

export interface PlantedRecords extends TestFiling {
  /** For each kind of record, the one that belongs to the filing. */
  ids: Readonly<Record<string, string>>
}

/** Creates a filing with all records it leads to, in a case, matter and client with this name, sent to `timekeeper`. */
export async function plantRecords(api: TestApi, name: string, timekeeper: string): Promise<PlantedRecords> {
  const filing = await plantFiling(api.services, {
    documents: [{ title: `${name} exhibit`, number: '1', content: '%PDF-1.4' }],
    envelope: { case_name: `${name} v. Doe`, docket_text: `MOTION by ${name}` },
  })
  const [delivery, copy] = [newId(), newId()]
  return withSystem(api.services.database, async (trx) => {
    const { rows } = await sql<{ matter: string; client: string }>`
      select m.id as matter, m.client_id as client from cases c join matters m on m.id = c.matter_id
      where c.id = ${filing.caseId}::uuid`.execute(trx)
    const { matter = '', client = '' } = rows[0] ?? {}
    await sql`update cases set name = ${`${name} v. Doe`} where id = ${filing.caseId}::uuid`.execute(trx)
    await sql`update matters set name = ${`${name} patents`} where id = ${matter}::uuid`.execute(trx)
    await sql`update clients set name = ${`${name} Corp.`} where id = ${client}::uuid`.execute(trx)
    const of = { firm_id: 1, envelope_id: filing.envelopeId, inbox_item_id: filing.itemId }
    const told = { timekeeper_id: timekeeper, email: 'a.lee@one.example', method: 'PDF', message_id: delivery }
    await insert(trx, 'deliveries', { ...of, id: delivery, ...told, status: 'sent', attempts: 1 })
    const stored = { storage_policy_id: filing.policyId, file_id: filing.documents[0]?.fileId, copy_key: copy }
    await insert(trx, 'document_copies', { ...of, id: copy, document_id: filing.documents[0]?.id, ...stored })
    const document = filing.documents[0]?.id ?? ''
    const ids = { case: filing.caseId, envelope: filing.envelopeId, document, inbox_item: filing.itemId, delivery }
    return { ...filing, ids: { ...ids, matter, client, document_copy: copy } }
  })
}
