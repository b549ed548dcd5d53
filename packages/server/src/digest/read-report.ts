import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import type { Report, ReportLine } from './compose-report.ts'
import type { DigestRow } from './digest-row.ts'
import { casesOfFiling } from './filings.ts'
import { counted, dayName } from './mail-frame.ts'
import { lookFor } from './sight.ts'

/** What a report tells of; undefined when there is nothing, and nothing is sent. */
export function readReport(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  switch (row.kind) {
    case 'activity':
      return activityReport(trx, row)
    case 'dms_failures':
      return failedCopies(trx, row)
    case 'case_not_found':
      return casesNotFound(trx, row)
    case 'errors':
      return errorNotification(trx, row)
    case 'daily':
      return Promise.resolve(undefined)
  }
}

interface Told {
  itemId: string
  caseIds: readonly string[]
  caseName: string | null
  event: string | null
  who: string
  status: string
  sentence: string | null
  openCount: number | null
}

async function activityReport(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const { firmId } = row
  const { rows } = await sql<Told>`
    select d.inbox_item_id as "itemId", ${casesOfFiling} as "caseIds",
      coalesce(c.name, e.case_name) as "caseName", e.event, coalesce(t.full_name, d.email) as who, d.status, d.sentence,
      d.open_count as "openCount"
    from deliveries d join timekeepers t on t.firm_id = d.firm_id and t.id = d.timekeeper_id
      and t.timekeeper_group_id = ${row.groupId}::uuid
      join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      left join item_progress p on p.firm_id = d.firm_id and p.id = d.inbox_item_id
      left join cases c on c.firm_id = e.firm_id and c.id = e.case_id
    where d.firm_id = ${firmId} and d.created_at > ${row.since}::timestamptz and d.created_at <= ${row.until}::timestamptz
    order by d.created_at, d.id`.execute(trx)
  if (rows.length === 0) return undefined
  const seen = await visible(trx, row, rows)
  const count = (holds: (told: Told) => boolean) => rows.filter(holds).length
  const summary = [
    `${count(({ status }) => status === 'sent')} told`,
    `${count(({ status }) => status === 'failed')} failed`,
    `${count(({ openCount }) => (openCount ?? 0) > 0)} opened`,
    `${count(({ status }) => status !== 'sent' && status !== 'failed')} waiting or canceled`,
    seen.remark,
  ]
  return {
    subject: `Activity: ${counted(rows.length, 'notice')}, ${dayName(row.day)}`,
    title: `${counted(rows.length, 'notice')} to your group`,
    summary: summary.filter(Boolean).join(' · '),
    lines: seen.lines.map(activityLine),
    reason: 'Your preference group receives the daily activity report.',
    settings: { label: 'Your settings', path: '/profile' },
  }
}

function activityLine({ itemId, caseName, event, who, status, sentence, openCount }: Told): ReportLine {
  const opened = openCount ? ' · Opened' : ''
  return {
    title: [caseName, event].filter(Boolean).join(': ') || 'New filing',
    note: `${who} · ${statusNames[status] ?? status}${opened}${status === 'failed' && sentence ? ` · ${sentence}` : ''}`,
    path: `/load-notice/${encodeURIComponent(itemId)}`,
  }
}

const statusNames: Readonly<Record<string, string>> = {
  sent: 'Told',
  failed: 'Failed',
  waiting: 'Waiting',
  sending: 'Waiting',
  held: 'Waiting for the DMS',
  scheduled: 'In the next daily message',
  canceled: 'Canceled',
}

async function failedCopies(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const { firmId } = row
  const { rows } = await sql<{
    itemId: string
    caseIds: string[]
    caseName: string | null
    title: string | null
    policy: string
    sentence: string | null
  }>`
    select k.inbox_item_id as "itemId", ${casesOfFiling} as "caseIds",
      coalesce(c.name, e.case_name) as "caseName", d.title, s.name as policy, k.sentence
    from document_copies k join envelopes e on e.firm_id = k.firm_id and e.id = k.envelope_id
      left join item_progress p on p.firm_id = k.firm_id and p.id = k.inbox_item_id
      join storage_policies s on s.firm_id = k.firm_id and s.id = k.storage_policy_id
      left join cases c on c.firm_id = e.firm_id and c.id = e.case_id
      left join documents d on d.firm_id = k.firm_id and d.id = k.document_id
    where k.firm_id = ${firmId} and k.status = 'failed'
      and k.updated_at > ${row.since}::timestamptz and k.updated_at <= ${row.until}::timestamptz
    order by k.updated_at, k.id`.execute(trx)
  if (rows.length === 0) return undefined
  const { lines, remark } = await visible(trx, row, rows)
  return {
    subject: `${counted(rows.length, 'copy', 'copies')} not stored, ${dayName(row.day)}`,
    title: `${counted(rows.length, 'copy', 'copies')} could not be stored`,
    summary: remark,
    lines: lines.map(({ itemId, caseName, title, policy, sentence }) => ({
      title: [caseName, title].filter(Boolean).join(': ') || 'Document',
      note: [policy, sentence].filter(Boolean).join(' · '),
      path: `/load-notice/${encodeURIComponent(itemId)}`,
    })),
    reason: 'Your address is among those for the DMS failure report of the firm.',
    settings: firmSettingsPage,
  }
}

const firmSettingsPage = { label: 'Firm information', path: '/firm-information' }

async function casesNotFound(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const { firmId } = row
  const { rows } = await sql<{
    id: string
    caseName: string | null
    docketNumber: string | null
    event: string | null
    reason: string | null
  }>`
    select i.id, i.case_name as "caseName", i.docket_number as "docketNumber", i.event, i.reason
    from inbox_items i
    where i.firm_id = ${firmId} and i.status = 'Action Required' and i.next_stage = 'match' and exists (
        select from history h where h.firm_id = i.firm_id and h.inbox_item_id = i.id and h.stage = 'match' and h.outcome = 'review'
          and h.at > ${row.since}::timestamptz and h.at <= ${row.until}::timestamptz
      )
    order by i.received_at, i.id`.execute(trx)
  if (rows.length === 0) return undefined
  return {
    subject: `${counted(rows.length, 'notice')} without a case, ${dayName(row.day)}`,
    title: `${counted(rows.length, 'notice')} of no known case`,
    summary: 'Nobody is told of them until a case is chosen.',
    lines: rows.map(({ id, caseName, docketNumber, event, reason }) => ({
      title: [caseName, docketNumber, event].filter(Boolean).join(' · ') || 'Notice',
      note: reason ?? '',
      path: `/load-notice/${encodeURIComponent(id)}`,
    })),
    reason: 'Your address is among those for the case-not-found report of the firm.',
    settings: firmSettingsPage,
  }
}

async function errorNotification(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const { rows } = await sql<{ level: string; type: string; sentence: string; at: Date }>`
    select e.level, e.type, e.sentence, e.created_at as at
    from digest_events i join system_events e on e.firm_id = i.firm_id and e.id = i.event_id
    where i.firm_id = ${row.firmId} and i.digest_id = ${row.id}::uuid order by e.created_at, e.id`.execute(trx)
  if (rows.length === 0) return undefined
  return {
    subject: rows.length === 1 ? `Courtcrier: ${rows[0]?.sentence}` : `Courtcrier: ${counted(rows.length, 'event')}`,
    title: counted(rows.length, 'event'),
    summary: '',
    lines: rows.map(({ level, type, sentence, at }) => ({
      title: sentence,
      note: `${level} · ${type} · ${timeOf(at, row.timeZone)}`,
    })),
    reason: 'Your address is among those for error notifications of the firm.',
    settings: firmSettingsPage,
  }
}

function timeOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(at))
}

/** What a reader may see is listed; the rest is counted, because that something failed must reach somebody. */
async function visible<Line extends { caseIds: readonly string[] }>(
  trx: Trx,
  { firmId, email }: DigestRow,
  lines: readonly Line[],
): Promise<{ lines: readonly Line[]; remark: string }> {
  const mayTell = await lookFor(trx, { firmId, emails: [email], caseIds: lines.flatMap(({ caseIds }) => caseIds) })
  const seen = lines.filter(({ caseIds }) => !mayTell(email, caseIds))
  const hidden = lines.length - seen.length
  return {
    lines: seen,
    remark: hidden > 0 ? `${hidden} behind an ethical wall ${hidden === 1 ? 'is' : 'are'} not listed.` : '',
  }
}
