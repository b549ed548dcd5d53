import type { ClockKind } from '@courtcrier/contract/clock-placeholders.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { findTold, reportOfActivity } from './activity-report.ts'
import { findUnmatched, reportOfUnmatched } from './case-report.ts'
import type { Report } from './compose-report.ts'
import { findFailed, reportOfFailures } from './failure-report.ts'
import { type DigestFiling, findFilings } from './filings.ts'
import { copyForViewer, filingForViewer, toldForViewer, unmatchedForViewer } from './for-viewer.ts'

/** The content of a scheduled message. */
export type ClockContent = { filings: readonly DigestFiling[] } | { report: Report }

/** How many recent rows are examined and shown: a preview is read by a person. */
const lookedAt = 80
const mostShown = 12

/**
 * Returns the latest content a message of this kind could have, limited to what the preview's viewer sees in the lists;
 * undefined if there is none.
 */
export async function findRecent(
  trx: Trx,
  scope: SearchScope,
  { kind, day }: { kind: ClockKind; day: string },
): Promise<ClockContent | undefined> {
  const canSee = sightOf(scope.role)
  if (!needs[kind].every((resource) => canSee(resource, 'id'))) return undefined
  if (kind === 'DAILY_MESSAGE') {
    const filings = await findRecentFilings(trx, scope, sql`true`)
    return filings.length > 0 ? { filings } : undefined
  }
  const report = await recentReport(trx, scope, { kind, day })
  return report && { report }
}

/** A role that can't see these lists has nothing to preview. */
const needs: Readonly<Record<ClockKind, readonly Resource[]>> = {
  DAILY_MESSAGE: [envelope, delivery],
  ACTIVITY_REPORT: [envelope, delivery, timekeeper],
  DMS_FAILURE_REPORT: [envelope, documentCopy],
  CASE_NOT_FOUND_REPORT: [inboxItem],
}

/** The latest filings with a delivery `t` that meets the condition, as far as the viewer may see them. */
export async function findRecentFilings(
  trx: Trx,
  scope: SearchScope,
  holds: RawBuilder<unknown>,
): Promise<readonly DigestFiling[]> {
  const found = await findFilings(
    trx,
    scope.firmId,
    sql`(select null::int as n, null::uuid as digest_id, l.id as delivery_id from (
      select distinct on (r.envelope_id) r.id, r.created_at from (
        select t.id, t.envelope_id, t.created_at from ${firmRows(delivery)} t
        where t.firm_id = ${scope.firmId} and t.status <> 'canceled' and ${isVisible('t', delivery, scope)} and ${holds}
        order by t.created_at desc, t.id desc limit ${lookedAt}
      ) r order by r.envelope_id, r.created_at desc
    ) l order by l.created_at desc limit ${mostShown})`,
  )
  return filingsForViewer(trx, scope, found)
}

/** Filings of someone else's message, as far as the viewer may see them. */
export async function filingsForViewer(
  trx: Trx,
  scope: SearchScope,
  filings: readonly DigestFiling[],
): Promise<readonly DigestFiling[]> {
  const canSee = sightOf(scope.role)
  const envelopes = await visibleIds(trx, scope, { resource: envelope, ids: filings.map((each) => each.envelopeId) })
  const cases = await visibleIds(trx, scope, { resource: courtCase, ids: filings.flatMap((each) => each.caseIds) })
  const deliveries = await visibleIds(trx, scope, { resource: delivery, ids: filings.map((each) => each.deliveryId) })
  return filings
    .filter(({ deliveryId, envelopeId }) => deliveries.has(deliveryId) && envelopes.has(envelopeId))
    .filter(({ caseIds }) => caseIds.every((id) => cases.has(id)))
    .map((filing) => filingForViewer(filing, canSee))
}

/** Returns the IDs of the rows the viewer may see, regardless of which of their fields the role sees. */
async function visibleIds(
  trx: Trx,
  scope: SearchScope,
  { resource, ids }: { resource: Resource; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select t.id::text as id from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and t.id = any(${[...new Set(ids)]}::uuid[]) and ${isVisible('t', resource, scope)}`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

async function recentReport(
  trx: Trx,
  scope: SearchScope,
  { kind, day }: { kind: Exclude<ClockKind, 'DAILY_MESSAGE'>; day: string },
): Promise<Report | undefined> {
  const { firmId, role } = scope
  const canSee = sightOf(role)
  if (kind === 'CASE_NOT_FOUND_REPORT') {
    const rows = await findUnmatched(
      trx,
      firmId,
      sql`${isVisible('t', inboxItem, scope)} order by t.received_at desc, t.id limit ${mostShown}`,
    )
    const lines = rows.map((each) => unmatchedForViewer(each, canSee))
    return lines.length > 0 ? reportOfUnmatched(day, { count: lines.length, lines, hidden: '' }) : undefined
  }
  if (kind === 'DMS_FAILURE_REPORT') {
    const rows = await findFailed(
      trx,
      firmId,
      sql`${isThere(documentCopy, sql`k.id`, scope)} and ${isThere(envelope, sql`k.envelope_id`, scope)}
        order by k.created_at desc, k.id limit ${mostShown}`,
    )
    const lines = rows.map((each) => copyForViewer(each, canSee))
    return lines.length > 0 ? reportOfFailures(day, { count: lines.length, lines, hidden: '' }) : undefined
  }
  const rows = await findTold(
    trx,
    firmId,
    sql`${isThere(delivery, sql`d.id`, scope)} and ${isThere(envelope, sql`d.envelope_id`, scope)}
      and d.status <> 'canceled' order by d.created_at desc, d.id limit ${mostShown}`,
  )
  const lines = rows.map((each) => toldForViewer(each, canSee))
  return lines.length > 0 ? reportOfActivity(day, { all: lines, lines, hidden: '' }) : undefined
}

/** Whether the viewer may see the row with this ID. */
function isThere(resource: Resource, id: RawBuilder<unknown>, scope: SearchScope): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and t.id = ${id} and ${isVisible('t', resource, scope)})`
}
