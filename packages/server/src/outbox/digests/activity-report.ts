import { labelFromKey } from '@courtcrier/contract/names.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { counted } from '@courtcrier/lib/counted.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Report, ReportLine } from './compose-report.ts'
import type { DigestRow } from './digest-row.ts'
import { casesOfFiling } from './filings.ts'
import { dayName } from './mail-frame.ts'
import { seenByReader } from './reader.ts'

/** Someone who was, or should have been, notified of a filing. */
export interface Told {
  itemId: string
  envelopeId: string
  timekeeperId: string | null
  caseIds: readonly string[]
  caseName: string | null
  event: string | null
  who: string
  status: string
  sentence: string | null
  openCount: number | null
}

/** Reports on notifications to a group's people since the last report. */
export async function activityReport(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const rows = await findTold(
    trx,
    row.firmId,
    sql`t.timekeeper_group_id = ${row.groupId}::uuid
      and d.created_at > ${row.since}::timestamptz and d.created_at <= ${row.until}::timestamptz
    order by d.created_at, d.id`,
  )
  if (rows.length === 0) return undefined
  const { lines, hidden } = await seenByReader(trx, row, rows)
  return reportOfActivity(row.day, { all: rows, lines, hidden })
}

/** Finds deliveries `d` to timekeepers `t`. `holds` is the rest of the statement. */
export async function findTold(trx: Trx, firmId: number, holds: RawBuilder<unknown>): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    select d.inbox_item_id as "itemId", d.envelope_id as "envelopeId", d.timekeeper_id as "timekeeperId",
      ${casesOfFiling} as "caseIds", coalesce(c.name, e.case_name) as "caseName", e.event,
      coalesce(t.full_name, d.email) as who, d.status, d.sentence, d.open_count as "openCount"
    from deliveries d join timekeepers t on t.firm_id = d.firm_id and t.id = d.timekeeper_id
      join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      left join item_progress p on p.firm_id = d.firm_id and p.id = d.inbox_item_id
      left join cases c on c.firm_id = e.firm_id and c.id = e.case_id
    where d.firm_id = ${firmId} and ${holds}`.execute(trx)
  return rows
}

interface Activity {
  all: readonly Told[]
  lines: readonly Told[]
  hidden: string
}

/** Reports on deliveries: `all` are counted, `lines` are listed. */
export function reportOfActivity(day: string, { all, lines, hidden }: Activity): Report {
  const count = (holds: (told: Told) => boolean) => all.filter(holds).length
  const counts = {
    notice_count: all.length,
    told_count: count(({ status }) => status === 'sent'),
    failed_count: count(({ status }) => status === 'failed'),
    opened_count: count(({ openCount }) => (openCount ?? 0) > 0),
    waiting_count: count(({ status }) => status !== 'sent' && status !== 'failed'),
  }
  return {
    subject: `Activity: ${counted(all.length, 'notice')}, ${dayName(day)}`,
    title: `${counted(all.length, 'notice')} to your group`,
    summary: [
      `${counts.told_count} notified`,
      `${counts.failed_count} failed`,
      `${counts.opened_count} opened`,
      `${counts.waiting_count} waiting or canceled`,
    ].join(' · '),
    lines: lines.map(lineOf),
    hidden,
    reason: 'Your preference group receives the daily activity report.',
    settings: { label: 'Your settings', path: '/profile' },
    values: { counts, list: 'notices' },
  }
}

function lineOf({ itemId, caseName, event, who, status, sentence, openCount }: Told): ReportLine {
  const state = statusWord(status)
  const reason = status === 'failed' && sentence ? sentence : ''
  return {
    title: [caseName, event].filter(Boolean).join(': ') || 'New filing',
    note: [who, state, openCount ? 'Opened' : '', reason].filter(Boolean).join(' · '),
    path: `/load-notice/${encodeURIComponent(itemId)}`,
    values: { case_name: caseName, event, person: who, status: state, opened: openCount ? 'Yes' : 'No', reason },
  }
}

/** As labeled in lists of deliveries. */
function statusWord(status: string): string {
  return findField(delivery, 'status')?.valueLabels?.[status] ?? labelFromKey(status)
}
