import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { ChatMessage } from '@courtcrier/contract/calls/chats.ts'
import type { FilingAnswer, FilingSummary } from '@courtcrier/contract/calls/filings.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, fieldAccess, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { isChatSeen } from '../../notices/seen-steps.ts'
import type { RowKey } from '../../records/read-row.ts'
import { findTitles } from '../../records/titles.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { readVisible } from './inbox-view.ts'

/** Returns a filing with everything known about who was notified and where its copies are. Throws `not_found`. */
export async function loadFilingView(trx: Trx, { id, ...scope }: RowKey): Promise<FilingAnswer> {
  const ofFiling = (resource: Resource, order?: string) =>
    readVisible(trx, resource, { where: sql`t.envelope_id = ${id}::uuid`, order, scope, by: 'envelopeId' })
  const [filing] = await readVisible(trx, envelope, { where: sql`t.id = ${id}::uuid`, scope })
  if (!filing) throw new ApiError('not_found')
  const deliveries = await ofFiling(delivery, 'created_at')
  const copies = await ofFiling(documentCopy)
  const names = await titlesFor(trx, timekeeper, { scope, rows: deliveries, key: 'timekeeper_id' })
  const policies = await titlesFor(trx, storagePolicy, { scope, rows: copies, key: 'storage_policy_id' })
  return {
    envelope: filing,
    documents: await ofFiling(courtDocument, 'position'),
    deliveries: deliveries.map((row) => ({ ...row, name: names[String(row.timekeeper_id)] ?? null })),
    copies: copies.map((row) => ({ ...row, policy: policies[String(row.storage_policy_id)] ?? null })),
    notices: await readNotices(trx, scope, id),
    chats: await readChats(trx, scope, id),
    may_resend: subjectAccess(delivery.subject, scope.role) === 'FULL',
  }
}

async function titlesFor(
  trx: Trx,
  resource: Resource,
  { scope, rows, key }: { scope: SearchScope; rows: readonly AnyRow[]; key: string },
): Promise<Readonly<Record<string, string>>> {
  const ids = [...new Set(rows.flatMap((row) => (typeof row[key] === 'string' ? [row[key]] : [])))]
  const isDenied =
    subjectAccess(resource.subject, scope.role) === 'DENY' ||
    fieldAccess(resource, resource.title, scope.role) === 'DENY'
  return isDenied || ids.length === 0 ? {} : findTitles(trx, resource, { ids, scope })
}

async function readNotices(trx: Trx, scope: SearchScope, id: string): Promise<AnyRow[]> {
  const canSee = sightOf(scope.role)
  if (!canSee(inboxItem, 'envelopeId')) return []
  const { rows } = await sql<AnyRow>`
    select t.id, t.subject, t.status, t.received_at from inbox_items t
    where t.firm_id = ${scope.firmId} and t.envelope_id = ${id}::uuid and ${isVisible('t', inboxItem, scope)}
    order by t.received_at limit 50`.execute(trx)
  return rows.map(({ id, subject, status, received_at }) => ({
    id,
    ...(canSee(inboxItem, 'subject') && { subject }),
    ...(canSee(inboxItem, 'status') && { status }),
    ...(canSee(inboxItem, 'receivedAt') && { received_at }),
  }))
}

/** Messages to chat channels, for roles that see who was notified; a viewer who may not see the filing doesn't get here. */
async function readChats(trx: Trx, scope: SearchScope, id: string): Promise<ChatMessage[]> {
  const { firmId, role } = scope
  const canSee = sightOf(role)
  if (!canSee(delivery, 'envelopeId') || !canSee(delivery, 'status')) return []
  const { rows } = await sql<Omit<ChatMessage, 'sentAt'> & { sentAt: Date | null }>`
    select m.id, coalesce(g.name, m.group_name) as group, m.service, m.status, m.sentence, m.sent_at as "sentAt"
    from chat_messages m
      left join timekeeper_groups g on g.firm_id = m.firm_id and g.id = m.timekeeper_group_id
    where m.firm_id = ${firmId} and m.envelope_id = ${id}::uuid and m.status <> 'withdrawn' and ${isChatSeen('m', scope)}
    order by m.created_at, m.id limit 50`.execute(trx)
  return rows.map(({ group, sentence, sentAt, ...message }) => ({
    ...message,
    group: canSee(timekeeperGroup, 'name') ? group : null,
    sentence: canSee(delivery, 'sentence') ? sentence : null,
    sentAt: canSee(delivery, 'sentAt') ? (sentAt?.toISOString() ?? null) : null,
  }))
}

const ofDocument = [courtDocument, 'envelopeId'] as const
const ofDelivery = [delivery, 'envelopeId'] as const
const byStatus: Way = [ofDelivery, [delivery, 'email'], [delivery, 'status']]

/** The rows each number of a summary counts. */
const waysOfCounts: Readonly<Record<keyof Omit<Required<FilingSummary>, 'id'>, Way>> = {
  documents: [ofDocument],
  kept: [ofDocument, [courtDocument, 'fileId']],
  told: byStatus,
  waiting: byStatus,
  failed: byStatus,
  opened: [ofDelivery, [delivery, 'firstOpenedAt']],
  attached: [ofDelivery, [delivery, 'attachedCount']],
}

/** For each filing, how many documents it has and how many people were notified; without what the role may not see. */
export async function summarizeFilings(
  trx: Trx,
  ids: readonly string[],
  scope: SearchScope,
): Promise<readonly FilingSummary[]> {
  const { firmId, role } = scope
  const own = (resource: Resource) => visibleOfFiling(resource, scope)
  const { rows } = await sql<Required<FilingSummary>>`
    select t.id, coalesce(d.documents, 0) as documents, coalesce(d.kept, 0) as kept, coalesce(r.told, 0) as told,
      coalesce(r.waiting, 0) as waiting, coalesce(r.failed, 0) as failed, coalesce(r.opened, 0) as opened,
      coalesce(r.attached, 0) as attached
    from envelopes t
      left join lateral (
        select count(*)::int as documents, count(file_id)::int as kept
        from ${own(courtDocument)}
      ) d on true
      left join lateral (
        select (count(distinct email) filter (where status = 'sent'))::int as told,
          (count(*) filter (where status in ('waiting', 'held', 'sending', 'scheduled')))::int as waiting,
          (count(distinct email) filter (where status = 'failed'))::int as failed,
          (count(distinct email) filter (where first_opened_at is not null))::int as opened,
          (count(distinct email) filter (where attached_count > 0))::int as attached
        from ${own(delivery)}
      ) r on true
    where t.firm_id = ${firmId} and t.id = any(${[...ids]}::uuid[]) and ${isVisible('t', envelope, scope)}`.execute(trx)
  const canSee = sightOf(role)
  return rows.map(({ id, ...counts }) => {
    const seen = Object.entries(counts).filter(([name]) => seesWay(canSee, waysOfCounts[name as keyof typeof counts]))
    return { id, ...Object.fromEntries(seen) }
  })
}

/** The filing's rows `t` that are visible to the viewer; inside the subquery, `t` is one of them. */
function visibleOfFiling(resource: Resource, scope: SearchScope): RawBuilder<unknown> {
  return sql`(select t.id as filing_id) filing join ${sql.table(tableOf(resource))} t
    on t.firm_id = ${scope.firmId} and t.envelope_id = filing.filing_id and ${isVisible('t', resource, scope)}`
}
