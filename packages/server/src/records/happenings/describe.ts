import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Payload } from './payload.ts'

/** What a webhook event says about a record: IDs, statuses, a sentence and a link; never a document or a secret. */
interface Told {
  entity: string
  table: string
  /** The columns included besides the ID. */
  columns: readonly string[]
  sentence: RawBuilder<string>
  /** The fields the sentence contains. */
  sentenceFields: readonly string[]
  path: (id: string, facts: Payload['facts']) => string
}

const noticePath = (id: string) => `/inbox-items/id/${id}`

const noticeColumns = [
  ...['envelope_id', 'status', 'disposition', 'action_required', 'dms_status', 'trust', 'sender_flag', 'vouched_by'],
  ...['ecfx_jurisdiction_id', 'docket_number', 'case_name', 'event', 'document_count', 'documents_kept'],
] as const

const notice = (sentence: RawBuilder<string>, sentenceFields: readonly string[]): Told => ({
  ...{ entity: 'inbox_item', table: 'inbox_items', columns: noticeColumns, sentence, sentenceFields },
  path: noticePath,
})
const document: Told = {
  ...{ entity: 'document', table: 'documents' },
  columns: ['envelope_id', 'number', 'title', 'verdict', 'pages', 'size', 'sealed'],
  sentence: sql`coalesce(t.sentence, 'The document was saved.')`,
  sentenceFields: ['sentence'],
  path: (id) => `/load-document/${id}`,
}
const delivery: Told = {
  ...{ entity: 'delivery', table: 'deliveries' },
  columns: ['envelope_id', 'inbox_item_id', 'timekeeper_id', 'email', 'method', 'status', 'attached_count'],
  sentence: sql`coalesce(t.sentence, 'The notice was sent.')`,
  sentenceFields: ['sentence'],
  path: (_, facts) => noticePath(String(facts.inbox_item_id)),
}
const copy: Told = {
  ...{ entity: 'document_copy', table: 'document_copies' },
  columns: ['envelope_id', 'inbox_item_id', 'document_id', 'case_id', 'storage_policy_id', 'status', 'path'],
  sentence: sql`coalesce(t.sentence, 'The document was saved to the DMS.')`,
  sentenceFields: ['sentence'],
  path: (_, facts) => noticePath(String(facts.inbox_item_id)),
}
const courtCase = (sentence: string): Told => ({
  ...{ entity: 'case', table: 'cases' },
  columns: ['name', 'case_number', 'jurisdiction_id', 'matter_id', 'status'],
  sentence: sql`${sentence}::text`,
  sentenceFields: [],
  path: (id) => `/cases/id/${id}`,
})

const told: Readonly<Record<WebhookEvent, Told>> = {
  'notice.received': notice(
    sql`'A notice was received: ' || coalesce(nullif(t.subject, ''), 'without a subject') || '.'`,
    ['subject'],
  ),
  'notice.waiting': notice(sql`coalesce(t.reason, 'The notice needs attention.')`, ['reason']),
  'notice.processed': notice(sql`coalesce(t.reason, 'The notice was processed.')`, ['reason']),
  'notice.failed': notice(sql`coalesce(t.reason, 'The notice could not be processed.')`, ['reason']),
  'document.kept': document,
  'document.failed': document,
  'delivery.sent': delivery,
  'delivery.failed': delivery,
  'storage.stored': copy,
  'storage.failed': copy,
  'case.created': courtCase('A case was created.'),
  'case.updated': courtCase('A case was changed.'),
  'import.finished': {
    ...{ entity: 'import_run', table: 'import_runs' },
    columns: [
      ...['entity', 'file_name', 'status', 'row_count', 'new_count', 'changed_count', 'unchanged_count'],
      ...['deleted_count', 'error_count'],
    ],
    sentence: sql`coalesce(t.reason, 'An import ended: ' || t.new_count || ' new, ' || t.changed_count || ' changed, '
      || t.deleted_count || ' deleted, ' || t.error_count || ' with errors.')`,
    sentenceFields: ['reason', 'newCount', 'changedCount', 'deletedCount', 'errorCount'],
    path: () => '/imports',
  },
}

/** Other names for columns whose own would be misleading next to the record's. */
const renamed: Readonly<Record<string, string>> = {
  entity: 'imported_entity',
  path: 'stored_path',
  event: 'filing_event',
  ecfx_jurisdiction_id: 'court_id',
}

export type Facts = Payload['facts']

function nameInPayload(column: string): string {
  return renamed[column] ?? column
}

/** Returns the column whose value a payload has under this name. */
export function originalName(name: string): string {
  return Object.keys(renamed).find((column) => renamed[column] === name) ?? name
}

/** Returns what an event's payloads are about, and the names of the values that they have. */
export function valuesOf(event: WebhookEvent): { entity: string; names: readonly string[] } {
  const { entity, columns } = told[event]
  return { entity, names: columns.map(nameInPayload) }
}

/** Returns the fields that the sentence of an event contains. */
export function sentenceFields(event: WebhookEvent): readonly string[] {
  return told[event].sentenceFields
}

/** The payloads of an event for each of these records that still exists. */
export async function describe(
  trx: Trx,
  event: WebhookEvent,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<readonly Payload[]> {
  const { entity, table, columns, sentence, path } = told[event]
  const { rows } = await sql<{ id: string; sentence: string; at: Date; facts: Payload['facts'] }>`
    select t.id, ${sentence} as sentence, now() as at,
      jsonb_build_object(${sql.join(columns.flatMap((name) => [sql`${nameInPayload(name)}::text`, sql.ref(`t.${name}`)]))}) as facts
    from ${sql.table(table)} t where t.firm_id = ${firmId} and t.id = any(${[...ids]}::uuid[]) order by t.id`.execute(
    trx,
  )
  return rows.map((row) => ({
    ...{ event, occurredAt: new Date(row.at).toISOString(), entity, entityId: row.id },
    ...{ sentence: row.sentence, path: path(row.id, row.facts), facts: row.facts },
  }))
}
