import { caseStatuses } from '@courtcrier/contract/case-statuses.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { nameKey } from '@courtcrier/contract/name-key.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Save } from '../records/behaviour.ts'
import { isVisible } from '../records/visible-rows.ts'

/**
 * What is wrong with the statuses a firm has for its cases: one listed twice, or one removed that a case has or by which
 * notices are ignored. Renaming one is adding the new name, editing the cases in bulk, and removing the old one.
 */
export async function findStatusProblems(trx: Trx, save: Save): Promise<readonly Problem[]> {
  const { firmId, values, current } = save
  if (!('caseStatuses' in values)) return []
  const statuses = textsIn(values, 'caseStatuses')
  const words = [...caseStatuses, ...statuses].map(nameKey)
  if (new Set(words).size < words.length) return [{ field: 'caseStatuses', code: 'duplicate_item' }]
  const removed = textsIn(current, 'caseStatuses').filter((status) => !statuses.includes(status))
  if (removed.length === 0) return []
  // No case gets one of them from here on (`check-choices.ts` waits).
  await sql`select 1 from firms where firm_id = ${firmId}::integer for update`.execute(trx)
  const used = await findUses(trx, save, removed)
  const isOf = (code: string, texts: readonly string[]) =>
    texts.length > 0 ? [{ field: 'caseStatuses', code: `${code}:${texts.join(', ')}` }] : []
  const ofCases = used.flatMap(({ status, cases, seen }) => (cases ? [seen > 0 ? `${status} (${seen})` : status] : []))
  const listed = textsIn({ ...current, ...values }, 'ignoredCaseStatuses')
  const ignored = used.filter(({ status, entries }) => entries || listed.includes(status)).map(({ status }) => status)
  return [...isOf('status_of_cases', ofCases), ...isOf('status_of_ignored', ignored)]
}

interface Use {
  status: string
  cases: boolean
  /** How many of the cases the writer sees. */
  seen: number
  /** Whether an ignored case applies only to it. */
  entries: boolean
}

async function findUses(trx: Trx, { firmId, writer }: Save, statuses: readonly string[]): Promise<readonly Use[]> {
  const scope = { userId: undefined, timekeeperId: undefined, ...writer, firmId }
  const isSeen = sightOf(writer.role)(courtCase, 'status') ? isVisible('t', courtCase, scope) : sql`false`
  const { rows } = await sql<Use>`
    select s.status, count(t.id) > 0 as cases, count(t.id) filter (where ${isSeen})::int as seen,
      exists (select from ignored_cases i where i.firm_id = ${firmId}::integer and i.ignored_by_status = s.status) as entries
    from unnest(${[...statuses]}::text[]) s(status)
      left join cases t on t.firm_id = ${firmId}::integer and t.status = s.status
    group by s.status order by s.status`.execute(trx)
  return rows
}

function textsIn(row: AnyRow | undefined, key: string): readonly string[] {
  const value = row?.[key]
  return Array.isArray(value) ? value.map(String) : []
}
