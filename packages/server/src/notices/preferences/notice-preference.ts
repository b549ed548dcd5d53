import type { Notice } from '@courtcrier/contract/notice.ts'
import type { RowOf } from '@courtcrier/contract/resource.ts'
import { documentProcessing } from '@courtcrier/contract/resources/document-processing.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { statement } from '../../base/db/statement.ts'
import { courtAndWider, findCourt } from '../../courts/directory/directory.ts'
import { findPreference, type Preference } from './find-preference.ts'

/** The firm's enabled preferences in their order, as the JSON of a list of `Preference`. */
export function preferencesJson(firmId: number): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('id', p.id, 'description', p.description,
      'ruleIds', p.notification_rules, 'autoCaseCreationId', p.auto_case_creation_id,
      'documentProcessingId', p.document_processing_id, 'domains', p.party_email_domains,
      'order', p."order", 'groups', ${groupsJson(firmId, sql`p.jurisdiction_groups`)},
      'isForAll', cardinality(p.jurisdiction_groups) = 0) order by p."order", p.id), '[]')
    from jurisdiction_preferences p where p.firm_id = ${firmId} and p.enabled)`
}

/** Jurisdiction groups, as the JSON of a preference's. */
export function groupsJson(firmId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('categories', g.categories,
      'jurisdictionIds', g.jurisdiction_ids)), '[]')
    from jurisdiction_groups g where g.firm_id = ${firmId} and g.id = any(${ids}))`
}

interface Question {
  firmId: number
  notice: Pick<Notice, 'courtId' | 'recipients'>
  /** The jurisdictions of the notice's cases; absent as long as it has no case, so that its court's count. */
  jurisdictionIds?: readonly string[]
}

/** Returns the preference that counts for a notice, whether its case is known or not. */
export async function findNoticePreference(trx: Trx, question: Question): Promise<Preference | undefined> {
  const { firmId, notice } = question
  const { preferences, ofCourt } = await readPreferences(trx, { firmId, courts: courtAndWider(notice.courtId.value) })
  return findPreference(preferences, {
    court: findCourt(notice.courtId.value),
    jurisdictionIds: question.jurisdictionIds ?? ofCourt,
    emails: notice.recipients.flatMap(({ emails }) => emails),
  })
}

interface CourtPreferences {
  preferences: readonly Preference[]
  /** The firm's jurisdictions that list the court, or that list all such courts of its state. */
  ofCourt: readonly string[]
}

const readPreferences = statement<{ firmId: number; courts: readonly string[] }, CourtPreferences, CourtPreferences>({
  columns: 'courts text[]',
  row: ({ courts }) => ({ courts }),
  write: ({ firmId, rows }) => sql`
    with preferences as materialized (select ${preferencesJson(firmId)} as all)
    select r.n, preferences.all as preferences, array(select j.id from jurisdictions j
      where j.firm_id = ${firmId} and j.ecfx_jurisdiction_ids && r.courts) as "ofCourt"
    from ${rows} cross join preferences`,
  answer: ([row]) => row ?? { preferences: [], ofCourt: [] },
})

/** How a notice's documents are processed, and the preference that says so. */
export interface NoticeProcessing {
  preference: Preference
  processing: RowOf<typeof documentProcessing>
}

/** Returns the document processing for a notice; undefined if the preference that counts for it names none. */
export async function findDocumentProcessing(trx: Trx, question: Question): Promise<NoticeProcessing | undefined> {
  const preference = await findNoticePreference(trx, question)
  const processing = await findProcessing(trx, question.firmId, preference?.documentProcessingId)
  return preference && processing && { preference, processing }
}

/** Returns the firm's document processing; undefined if none is named. */
export async function findProcessing(
  trx: Trx,
  firmId: number,
  id: string | null | undefined,
): Promise<NoticeProcessing['processing'] | undefined> {
  if (!id) return undefined
  const { rows } = await sql<DatabaseRecord>`
    select * from document_processings where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  const [record] = rows
  return record && (rowOf(documentProcessing, record) as unknown as NoticeProcessing['processing'])
}
