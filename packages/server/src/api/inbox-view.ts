import type { Role } from '@courtcrier/contract/access.ts'
import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { type AnyRow, type Resource, redact, tableOf } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { type DatabaseRecord, rowOf } from '../db/rows.ts'
import { allowedMoves } from '../pipeline/actions.ts'

interface ViewScope {
  firmId: number
  id: string
  role: Role
}

/** Everything there is to see of one item, without what the role may not see. Throws `not_found`. */
export async function loadInboxView(trx: Trx, { firmId, id, role }: ViewScope): Promise<AnyRow> {
  const [item] = await readRows(trx, inboxItem, sql`t.firm_id = ${firmId} and t.id = ${id}::uuid`)
  if (!item) throw new ApiError('not_found')
  const ofEnvelope = sql`t.firm_id = ${firmId} and t.envelope_id = ${item.envelopeId}::uuid`
  const seen = (resource: Resource, where: RawBuilder<unknown>, order?: string) =>
    readVisible(trx, resource, { where, order, role })
  const outcomes = await readOutcomes(trx, firmId, id)
  const [shownEnvelope] = item.envelopeId
    ? await seen(envelope, sql`t.firm_id = ${firmId} and t.id = ${item.envelopeId}::uuid`)
    : []
  return {
    item: rowToJson(inboxItem, redact(inboxItem, item, role)),
    envelope: shownEnvelope ?? null,
    documents: item.envelopeId ? await seen(courtDocument, ofEnvelope, 'position') : [],
    deliveries: item.envelopeId ? await seen(delivery, ofEnvelope) : [],
    copies: item.envelopeId ? await seen(documentCopy, ofEnvelope) : [],
    history: await readHistory(trx, firmId, id),
    notice: outcomes.parse?.result?.notice ?? null,
    understood: outcomes.review?.understood ?? null,
    candidates: await readCandidates(trx, firmId, outcomes.review?.candidates ?? []),
    siblings: item.envelopeId ? await readSiblings(trx, { firmId, id, envelopeId: String(item.envelopeId) }) : [],
    allowed: subjectAccess('inbox_item', role) === 'FULL' ? allowedMoves(item.status as ItemStatus) : [],
    can_trust:
      item.status === 'Action Required' &&
      item.trust === 'unverified' &&
      !outcomes.trustedBy &&
      !outcomes.authenticate?.result?.flag &&
      item.nextStage === 'retrieve',
  }
}

interface Outcomes {
  parse?: { result?: { notice?: unknown } }
  authenticate?: { result?: { flag?: string } }
  review?: { understood?: unknown; candidates?: readonly string[] }
  trustedBy?: string
}

async function readOutcomes(trx: Trx, firmId: number, id: string): Promise<Outcomes> {
  const { rows } = await sql<{ outcomes: Outcomes }>`
    select outcomes from item_progress where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  return rows[0]?.outcomes ?? {}
}

async function readVisible(
  trx: Trx,
  resource: Resource,
  { where, order, role }: { where: RawBuilder<unknown>; order?: string; role: Role },
): Promise<AnyRow[]> {
  if (subjectAccess(resource.subject, role) === 'DENY') return []
  const rows = await readRows(trx, resource, where, order)
  return rows.map((row) => rowToJson(resource, redact(resource, row, role)))
}

async function readRows(trx: Trx, resource: Resource, where: RawBuilder<unknown>, order = 'id'): Promise<AnyRow[]> {
  const { rows } = await sql<DatabaseRecord>`
    select * from ${sql.table(tableOf(resource))} t where ${where} order by ${sql.ref(order)} limit 500`.execute(trx)
  return rows.map((record) => rowOf(resource, record))
}

async function readHistory(trx: Trx, firmId: number, id: string): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`
    select h.id, h.at, h.stage, h.outcome, h.sentence, h.user_id, u.full_name as user_name
    from history h left join users u on u.firm_id = h.firm_id and u.id = h.user_id
    where h.firm_id = ${firmId} and h.inbox_item_id = ${id}::uuid order by h.at, h.id`.execute(trx)
  return rows
}

async function readCandidates(trx: Trx, firmId: number, ids: readonly string[]): Promise<AnyRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AnyRow>`
    select c.id, c.name, c.case_number, c.status, m.name as matter_name, m.number as matter_number,
      cardinality(c.assigned_timekeepers) as timekeeper_count
    from cases c left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
    where c.firm_id = ${firmId} and c.id = any(${[...ids]}::uuid[]) order by c.status desc, c.name`.execute(trx)
  return rows
}

async function readSiblings(
  trx: Trx,
  { firmId, id, envelopeId }: { firmId: number; id: string; envelopeId: string },
): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`
    select id, subject, status, received_at from inbox_items
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and id <> ${id}::uuid order by received_at limit 50`.execute(
    trx,
  )
  return rows
}
