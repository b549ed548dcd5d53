import { counted } from '@courtcrier/lib/counted.ts'
import { asSentence } from '@courtcrier/lib/sentence.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Report } from './compose-report.ts'
import type { DigestRow } from './digest-row.ts'
import { firmSettingsPage } from './firm-settings-page.ts'
import { dayName } from './mail-frame.ts'
import { type SeenLines, seenByReader } from './reader.ts'

/** A notice whose case is unknown or uncertain. */
export interface Unmatched {
  id: string
  /** The cases it may belong to, or belonged to before it was processed again. */
  caseIds: readonly string[]
  caseName: string | null
  docketNumber: string | null
  event: string | null
  reason: string | null
}

/** Reports on notices that stopped since the last report because they need a case, and still do. */
export async function casesNotFound(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const rows = await findUnmatched(
    trx,
    row.firmId,
    sql`exists (
        select from history h where h.firm_id = t.firm_id and h.inbox_item_id = t.id and h.stage = 'match' and h.outcome = 'review'
          and h.at > ${row.since}::timestamptz and h.at <= ${row.until}::timestamptz
      )
    order by t.received_at, t.id`,
  )
  if (rows.length === 0) return undefined
  return reportOfUnmatched(row.day, { count: rows.length, ...(await seenByReader(trx, row, rows)) })
}

/** Finds notices `t` that need a case. `holds` is the rest of the statement. */
export async function findUnmatched(
  trx: Trx,
  firmId: number,
  holds: RawBuilder<unknown>,
): Promise<readonly Unmatched[]> {
  const { rows } = await sql<Unmatched>`
    select t.id, t.case_name as "caseName", t.docket_number as "docketNumber", t.event, t.reason,
      array(select jsonb_array_elements_text(coalesce(p.outcomes #> '{review,candidates}', '[]'))
        union select unnest(array[t.case_id, e.case_id] || e.other_case_ids)::text except select null) as "caseIds"
    from inbox_items t left join item_progress p on p.firm_id = t.firm_id and p.id = t.id
      left join envelopes e on e.firm_id = t.firm_id and e.id = t.envelope_id
    where t.firm_id = ${firmId} and t.status = 'Action Required' and t.next_stage = 'match' and ${holds}`.execute(trx)
  return rows
}

export function reportOfUnmatched(
  day: string,
  { count, lines, hidden }: SeenLines<Unmatched> & { count: number },
): Report {
  return {
    subject: `${counted(count, 'notice')} without a case, ${dayName(day)}`,
    title: `${counted(count, 'notice')} without a known case`,
    summary: 'No one is notified until a case is chosen.',
    lines: lines.map(({ id, caseName, docketNumber, event, reason }) => ({
      title: [caseName, docketNumber, event].filter(Boolean).join(' · ') || 'Notice',
      note: [reason && asSentence(reason), nextStepAfter(reason)].filter(Boolean).join(' '),
      path: `/load-notice/${encodeURIComponent(id)}`,
      values: {
        ...{ case_name: caseName, case_number: docketNumber, event, reason },
        next_step: nextStepAfter(reason),
      },
    })),
    hidden,
    reason: 'Your address is among those for the case-not-found report of the firm.',
    settings: firmSettingsPage,
    values: { counts: { notice_count: count }, list: 'notices' },
  }
}

/** Returns what to do about it; '' if the reason ends with that, as where several cases fit or one does in doubt. */
function nextStepAfter(reason: string | null): string {
  return /\bchoose (?:one|the case)\.$/i.test(reason ?? '') ? '' : 'Choose its case or create it.'
}
