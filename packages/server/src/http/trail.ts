import { subjectAccess } from '@courtcrier/contract/access.ts'
import { readTrail, type Trail, type TrailLine, trailStarts } from '@courtcrier/contract/calls/filings.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { type AnyRow, fieldAccess, type Resource, redact, tableOf } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirmRead } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { Services } from '../base/services.ts'
import { withoutActor } from '../notices/nameless-steps.ts'
import { isStepSeen } from '../notices/seen-steps.ts'
import { behaviourOf } from '../records/behaviour.ts'
import { getRow } from '../records/read-row.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/** Lines per sort; a filing has dozens. */
const mostLines = 1000

/** One notice from end to end: everything received, decided, sent, saved and logged, in chronological order. */
export function trailRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  for (const start of trailStarts)
    serveCall(api, readTrail(start), ({ params: { id }, request }) => {
      const caller = demand(request, inboxItem, 'READ')
      demand(request, start, 'READ')
      return withFirmRead(database, caller.firmId, (trx) => loadTrail(trx, { start, id, scope: caller }))
    })
}

interface Wanted {
  start: Resource
  id: string
  scope: SearchScope
}

async function loadTrail(trx: Trx, { start, id, scope }: Wanted): Promise<Trail> {
  const row = redact(start, await getRow(trx, start, { ...scope, id }), scope.role)
  const envelopeId = start === envelope ? id : ((row.envelopeId as string | null | undefined) ?? null)
  const leads = (resource: Resource, key: string, where: RawBuilder<unknown>) =>
    fieldAccess(resource, key, scope.role) === 'DENY' ? sql`false` : where
  const ofFiling = (resource: Resource) => leads(resource, 'envelopeId', sql`t.envelope_id = ${envelopeId}::uuid`)
  const ofMessage = leads(inboxItem, 'parentId', sql`t.parent_id = ${id}::uuid`)
  const isItem = sql`(t.id = ${id}::uuid or ${ofMessage} or ${ofFiling(inboxItem)})`
  const seen = (resource: Resource, where: RawBuilder<unknown>) => readSeen(trx, resource, { where, scope })
  const items = await seen(inboxItem, start === inboxItem ? isItem : ofFiling(inboxItem))
  const [filing] = envelopeId ? await seen(envelope, sql`t.id = ${envelopeId}::uuid`) : []
  const documents = await seen(courtDocument, ofFiling(courtDocument))
  const deliveries = await seen(delivery, ofFiling(delivery))
  const copies = await seen(documentCopy, ofFiling(documentCopy))
  const told = { inbox_item: items, envelope: filing ? [filing] : [], document: documents }
  const events = await readEvents(trx, scope, { ...told, delivery: deliveries, document_copy: copies })
  const lines = [
    ...items.map((item) =>
      line('received', item.receivedAt ?? item.createdAt, { item: shown(inboxItem, item, scope) }),
    ),
    ...(await readHistory(trx, scope, items)),
    ...deliveries.map((sent) =>
      line('delivery', sent.sentAt ?? sent.updatedAt, { delivery: shown(delivery, sent, scope) }),
    ),
    ...copies.map((copy) => line('copy', copy.storedAt ?? copy.updatedAt, { copy: shown(documentCopy, copy, scope) })),
    ...events,
  ]
  return {
    filing: filing ? shown(envelope, filing, scope) : null,
    documents: documents.map((document) => shown(courtDocument, document, scope)),
    lines: lines.toSorted(byTime),
  }
}

function line(kind: TrailLine['kind'], at: unknown, what: Omit<TrailLine, 'kind' | 'at'>): TrailLine {
  return { kind, at: String(at), ...what }
}

/** Events in the same millisecond keep the order they were gathered in: the email before its results. */
function byTime(a: TrailLine, b: TrailLine): number {
  return Date.parse(a.at) - Date.parse(b.at)
}

function shown(resource: Resource, row: AnyRow, { role }: SearchScope): AnyRow {
  const presented = behaviourOf(resource).present?.row(row, role) ?? row
  return rowToJson(resource, redact(resource, presented, role))
}

/** Returns the visible rows with all fields; they must pass through `shown` before they are returned. */
async function readSeen(
  trx: Trx,
  resource: Resource,
  { where, scope }: { where: RawBuilder<unknown>; scope: SearchScope },
): Promise<AnyRow[]> {
  if (subjectAccess(resource.subject, scope.role) === 'DENY') return []
  const { rows } = await sql<DatabaseRecord>`
    select * from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and ${isVisible('t', resource, scope)} and ${where}
    order by created_at desc, id desc limit ${mostLines}`.execute(trx)
  return rows.map((record) => rowOf(resource, record))
}

async function readEvents(
  trx: Trx,
  scope: SearchScope,
  about: Readonly<Record<string, readonly AnyRow[]>>,
): Promise<TrailLine[]> {
  const pairs = Object.entries(about).flatMap(([entity, rows]) => rows.map(({ id }) => [entity, String(id)] as const))
  if (pairs.length === 0) return []
  const entities = pairs.map(([entity]) => entity)
  const ids = pairs.map(([, id]) => id)
  const where = sql`(t.entity, t.entity_id) in (select * from unnest(${entities}::text[], ${ids}::text[]))`
  const rows = await readSeen(trx, systemEvent, { where, scope })
  return rows.map((row) => line('event', row.createdAt, { event: shown(systemEvent, row, scope) }))
}

async function readHistory(trx: Trx, scope: SearchScope, items: readonly AnyRow[]): Promise<TrailLine[]> {
  const ids = items.map(({ id }) => String(id))
  const { rows } = await sql<NonNullable<TrailLine['step']> & { at: Date }>`
    select h.id, h.at, h.inbox_item_id as "inboxItemId", h.stage, h.outcome, h.sentence, h.user_id as "userId",
      u.full_name as "userName"
    from history h left join users u on u.firm_id = h.firm_id and u.id = h.user_id
    where h.firm_id = ${scope.firmId} and h.inbox_item_id = any(${ids}::uuid[]) and ${isStepSeen('h', scope)}
    order by h.at, h.id limit ${mostLines}`.execute(trx)
  return rows.map(({ at, ...step }) => line('history', new Date(at).toISOString(), { step: withoutActor(step, scope) }))
}
