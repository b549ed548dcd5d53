import { subjectAccess } from '@courtcrier/contract/access.ts'
import { type Docket, docketPageSize } from '@courtcrier/contract/calls/case-page.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, redact } from '@courtcrier/contract/resource.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { findCourt } from '../courts/directory/directory.ts'
import { computedColumns } from '../records/search.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'
import { summarizeFilings } from './inbox/filing-view.ts'

/** Returns one page of a case's filings, newest first, as far as the viewer may see them. */
export async function loadDocket(
  trx: Trx,
  scope: SearchScope,
  { caseId, offset }: { caseId: string; offset: number },
): Promise<Docket> {
  const ids = filingIds(caseId, scope)
  const filings = await readFilings(trx, scope, { ids, offset })
  const shown = filings.map(({ id }) => String(id))
  const documents = await readDocuments(trx, scope, shown)
  const summaries = new Map((await summarizeFilings(trx, shown, scope)).map((summary) => [summary.id, summary]))
  const entries = filings.map((filing) => {
    const { told, waiting, failed, opened } = summaries.get(String(filing.id)) ?? {}
    return {
      envelope: rowToJson(envelope, redact(envelope, filing, scope.role)),
      documents: documents
        .filter(({ envelopeId }) => envelopeId === filing.id)
        .map((document) => rowToJson(courtDocument, redact(courtDocument, document, scope.role))),
      notified: told ?? null,
      recipients: told === undefined ? null : told + (waiting ?? 0) + (failed ?? 0),
      failed: failed ?? null,
      opened: opened ?? null,
    }
  })
  return { entries, ...(await countAll(trx, scope, { caseId, ids })) }
}

/** The case's filings: its own, and those of several cases that name it too. */
function filingIds(caseId: string, scope: SearchScope): RawBuilder<unknown> {
  const others = sightOf(scope.role)(envelope, 'otherCaseIds')
    ? sql`or t.other_case_ids @> array[${caseId}::uuid]`
    : sql``
  return sql`select t.id from ${firmRows(envelope)} t where t.firm_id = ${scope.firmId}
    and (t.case_id = ${caseId}::uuid ${others}) and ${isVisible('t', envelope, scope)}`
}

async function readFilings(
  trx: Trx,
  scope: SearchScope,
  { ids, offset }: { ids: RawBuilder<unknown>; offset: number },
): Promise<AnyRow[]> {
  const zones = await readZones(trx, scope, ids)
  const { rows } = await sql<DatabaseRecord>`
    select t.* from envelopes t where t.firm_id = ${scope.firmId} and t.id = any(array(${ids}))
    order by ${newestFirst(scope, zones)}, t.id desc limit ${docketPageSize} offset ${offset}`.execute(trx)
  return rows.map((record) => rowOf(envelope, record))
}

/** The time zones of the filings' courts, by the court's ID. */
async function readZones(
  trx: Trx,
  { firmId }: SearchScope,
  ids: RawBuilder<unknown>,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.ecfx_jurisdiction_id as id from envelopes t
    where t.firm_id = ${firmId} and t.id = any(array(${ids})) and t.ecfx_jurisdiction_id is not null`.execute(trx)
  return Object.fromEntries(rows.map(({ id }) => [id, findCourt(id)?.timeZone ?? 'UTC']))
}

/**
 * By the day it was filed, then by the time it was entered or received; the order reveals no hidden date. A filing
 * without a date counts for the day at its court on which it was received.
 */
function newestFirst({ role }: SearchScope, zones: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const canSee = sightOf(role)
  const zone = sql`coalesce(${JSON.stringify(zones)}::text::jsonb ->> t.ecfx_jurisdiction_id, 'UTC')`
  const received = sql`(t.created_at at time zone ${zone})::date`
  const day = canSee(envelope, 'date') ? sql`coalesce(t.date, ${received})` : received
  const moment = canSee(envelope, 'enteredAt') ? sql`coalesce(t.entered_at, t.created_at)` : sql`t.created_at`
  return sql`${day} desc, ${moment} desc`
}

function maySeeUnder(resource: Resource, { role }: SearchScope): boolean {
  return subjectAccess(resource.subject, role) !== 'DENY' && sightOf(role)(resource, 'envelopeId')
}

/** Their text is left out: it can be longer than everything else on the page. */
const documentKeys = [
  ...['id', 'createdAt', 'updatedAt'],
  ...Object.entries(courtDocument.fields).flatMap(([key, field]) =>
    key === 'contents' || field.isComputed ? [] : [key],
  ),
]

async function readDocuments(trx: Trx, scope: SearchScope, envelopeIds: readonly string[]): Promise<AnyRow[]> {
  if (!maySeeUnder(courtDocument, scope)) return []
  const columns = sql.join(documentKeys.map((key) => sql.ref(`t.${snakeCase(key)}`)))
  const { rows } = await sql<DatabaseRecord>`
    select ${columns}${computedColumns('t', courtDocument, scope)} from documents t where t.firm_id = ${scope.firmId}
      and t.envelope_id = any(${[...envelopeIds]}::uuid[]) and ${isVisible('t', courtDocument, scope)}
    order by t.position`.execute(trx)
  return rows.map((record) => {
    const { contents: _, ...document } = rowOf(courtDocument, record)
    return document
  })
}

async function countAll(
  trx: Trx,
  scope: SearchScope,
  { caseId, ids }: { caseId: string; ids: RawBuilder<unknown> },
): Promise<Pick<Docket, 'filings' | 'documents' | 'copies'>> {
  const count = (resource: Resource, isOf: RawBuilder<unknown>) =>
    maySeeUnder(resource, scope)
      ? sql`(select count(*)::int from ${firmRows(resource)} t where t.firm_id = ${scope.firmId}
          and ${isOf} and ${isVisible('t', resource, scope)})`
      : sql`null::int`
  const isOfFiling = sql`t.envelope_id = any(array(select id from filings))`
  const isForCase = sql`(t.case_id = ${caseId}::uuid or (t.case_id is null and ${isOfFiling}))`
  const copies = sightOf(scope.role)(documentCopy, 'caseId') ? count(documentCopy, isForCase) : sql`null::int`
  const { rows } = await sql<Pick<Docket, 'filings' | 'documents' | 'copies'>>`
    with filings as materialized (${ids})
    select (select count(*)::int from filings) as filings, ${count(courtDocument, isOfFiling)} as documents,
      ${copies} as copies`.execute(trx)
  return rows[0] ?? { filings: 0, documents: null, copies: null }
}
