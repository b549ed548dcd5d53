import { counted } from '@courtcrier/lib/counted.ts'
import { asSentence } from '@courtcrier/lib/sentence.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Report } from './compose-report.ts'
import type { DigestRow } from './digest-row.ts'
import { casesOfFiling } from './filings.ts'
import { firmSettingsPage } from './firm-settings-page.ts'
import { dayName } from './mail-frame.ts'
import { type SeenLines, seenByReader } from './reader.ts'

/** A copy that couldn't be saved. */
export interface FailedCopy {
  itemId: string
  envelopeId: string
  caseIds: readonly string[]
  caseName: string | null
  title: string | null
  policy: string
  sentence: string | null
}

/** Reports on copies that failed since the last report and are still not saved. */
export async function failedCopies(trx: Trx, row: DigestRow): Promise<Report | undefined> {
  const rows = await findFailed(
    trx,
    row.firmId,
    sql`k.updated_at > ${row.since}::timestamptz and k.updated_at <= ${row.until}::timestamptz
    order by k.updated_at, k.id`,
  )
  if (rows.length === 0) return undefined
  return reportOfFailures(row.day, { count: rows.length, ...(await seenByReader(trx, row, rows)) })
}

/** Finds failed copies `k`. `holds` is the rest of the statement. */
export async function findFailed(trx: Trx, firmId: number, holds: RawBuilder<unknown>): Promise<readonly FailedCopy[]> {
  const { rows } = await sql<FailedCopy>`
    select k.inbox_item_id as "itemId", k.envelope_id as "envelopeId", ${casesOfFiling} || coalesce(k.case_id::text, e.case_id::text) as "caseIds",
      coalesce(c.name, e.case_name) as "caseName", d.title, s.name as policy, k.sentence
    from document_copies k join envelopes e on e.firm_id = k.firm_id and e.id = k.envelope_id
      left join item_progress p on p.firm_id = k.firm_id and p.id = k.inbox_item_id
      join storage_policies s on s.firm_id = k.firm_id and s.id = k.storage_policy_id
      left join cases c on c.firm_id = e.firm_id and c.id = coalesce(k.case_id, e.case_id)
      left join documents d on d.firm_id = k.firm_id and d.id = k.document_id
    where k.firm_id = ${firmId} and k.status = 'failed' and ${holds}`.execute(trx)
  return rows
}

export function reportOfFailures(
  day: string,
  { count, lines, hidden }: SeenLines<FailedCopy> & { count: number },
): Report {
  return {
    subject: `${counted(count, 'copy', 'copies')} not saved to DMS, ${dayName(day)}`,
    title: `${counted(count, 'copy', 'copies')} couldn't be saved to the DMS`,
    summary: '',
    lines: lines.map(({ itemId, caseName, title, policy, sentence }) => ({
      title: [caseName, title].filter(Boolean).join(': ') || 'Document',
      note: [policy, [sentence && asSentence(sentence), nextStep].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(' · '),
      path: `/load-notice/${encodeURIComponent(itemId)}`,
      values: {
        ...{ case_name: caseName, document: title, storage_policy: policy, reason: sentence },
        next_step: nextStep,
      },
    })),
    hidden,
    reason: 'Your address is among those for the DMS failure report of the firm.',
    settings: firmSettingsPage,
    values: { counts: { copy_count: count }, list: 'copies' },
  }
}

const nextStep = 'Fix the cause, then choose Save to DMS again.'
