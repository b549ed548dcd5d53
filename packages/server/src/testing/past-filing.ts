import { sql } from 'kysely'
import { newId } from '../base/db/ids.ts'
import type { TestApi } from './api.ts'

/** The IDs of a filing whose notice went through the pipeline. */
export type PastFiling = Record<'envelope' | 'item' | 'case', string>

/** What its history says of saving its documents. */
export const pastFilingSentence = 'No storage policy applies; the documents are saved in Courtcrier only.'

/** A filing with two retrieved documents and one that wasn't, whose notice went through the pipeline. */
export async function plantPastFiling(
  { services }: Pick<TestApi, 'services'>,
  firmId: 1 | 2,
  { client, document, suffix = '' }: { client: string; document: string; suffix?: string },
): Promise<PastFiling> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(services.database.kysely)
  const [clientId, matterId, jurisdictionId, caseId, envelopeId] = Array.from({ length: 5 }, newId)
  const item = newId()
  await run(sql`insert into clients (firm_id, id, name, number, status)
    values (${firmId}, ${clientId}::uuid, ${client}, ${`1001${suffix}`}, 'Active')`)
  await run(sql`insert into matters (firm_id, id, name, number, client_id, status)
    values (${firmId}, ${matterId}::uuid, 'Ortiz', ${`1001.004${suffix}`}, ${clientId}::uuid, 'Open')`)
  await run(
    sql`insert into jurisdictions (firm_id, id, name) values (${firmId}, ${jurisdictionId}::uuid, ${`California${suffix}`})`,
  )
  await run(sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, status)
    values (${firmId}, ${caseId}::uuid, 'Ortiz v. Meridian', '3:26-cv-00417', ${jurisdictionId}::uuid, ${matterId}::uuid, 'Open')`)
  await run(sql`insert into envelopes (firm_id, id, case_id, ecfx_jurisdiction_id, event, court_envelope_id, date)
    values (${firmId}, ${envelopeId}::uuid, ${caseId}::uuid, 'cand', 'Order', ${envelopeId}, '2026-11-20')`)
  for (const [position, title, fileId] of [
    [0, 'Sealed exhibit', null],
    [1, document, '0'.repeat(64)],
    [2, 'Proposed order', '0'.repeat(64)],
  ] as const)
    await run(sql`insert into documents (firm_id, id, envelope_id, position, number, title, file_id)
      values (${firmId}, ${newId()}::uuid, ${envelopeId}::uuid, ${position}, '118', ${title}, ${fileId})`)
  await run(sql`insert into inbox_items (firm_id, id, subject, case_name, docket_number, received_at, raw_content,
      fingerprint, status, attempts, envelope_id, case_id)
    values (${firmId}, ${item}::uuid, 'Notice', 'Ortiz v. Meridian', '3:26-cv-00417', now(), ${'0'.repeat(64)},
      ${item}, 'Succeeded', 0, ${envelopeId}::uuid, ${caseId}::uuid)`)
  const outcomes = JSON.stringify({ parse: { result: { notice: { cases: [], recipients: [] } } } })
  await run(
    sql`insert into item_progress (firm_id, id, outcomes) values (${firmId}, ${item}::uuid, ${outcomes}::text::jsonb)`,
  )
  await run(sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
    values (${firmId}, ${newId()}::uuid, ${item}::uuid, 'store', 'done', ${pastFilingSentence})`)
  return { envelope: envelopeId ?? '', item, case: caseId ?? '' }
}
