import type { Notice } from '@courtcrier/contract/notice.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { everyWall } from '../../records/walls/walls.ts'
import type { ColumnValues } from '../commit.ts'
import { findCases } from '../matching/find-cases.ts'
import type { Results, Work } from './stage.ts'

const noCourt: Notice['courtId'] = { value: '', from: 'derived' }

/**
 * Finds the cases that a notice may be of, by what was understood of it. None in a firm that has its walls off: only
 * these ask.
 */
export async function findPossible(
  trx: Trx,
  { firmId, firm }: { firmId: number; firm: Pick<Firm, 'internalWallsEnabled'> },
  understood: Partial<Notice>,
): Promise<readonly string[]> {
  const { cases = [], courtId = noCourt } = understood
  if (cases.length === 0 || !firm.internalWallsEnabled) return []
  const { matched, candidates } = await findCases(trx, firmId, { ...understood, cases, courtId } as Notice)
  return [...new Set([...matched, ...candidates].map(({ id }) => id))]
}

/** Returns the columns of an item that a person has to look at, by what was understood of its message. */
export async function recordUnderstood(
  trx: Trx,
  work: Pick<Work, 'firmId' | 'firm' | 'results'>,
  review: object | undefined,
): Promise<ColumnValues> {
  const { understood = {} } = (review ?? {}) as { understood?: Partial<Notice> }
  return otherCases(work.results, await findPossible(trx, work, understood))
}

/** Returns the columns that have an item behind the walls around the cases it may be of, and of an email that it answers. */
export function otherCases({ authenticate }: Partial<Results>, possible: readonly string[]): ColumnValues {
  return { other_case_ids: [...new Set([...(authenticate?.otherCaseIds ?? []), ...possible])] }
}

interface PossibleCases {
  firmId: number
  envelopeId: string
  possible: readonly string[]
}

/** Notes the cases that a filing may be of until it has one; only ethical walls ask about them. */
export const notePossible = statement<PossibleCases, object, void>({
  columns: '"envelopeId" uuid, possible uuid[]',
  row: ({ envelopeId, possible }) => ({ envelopeId, possible }),
  write: ({ firmId, rows, every }) => sql`
    update envelopes e set possible_case_ids = r.possible, updated_at = now() from ${rows}
    where e.firm_id = ${firmId} and e.id = any(${every('envelopeId')}::uuid[]) and e.id = r."envelopeId"
      and e.case_id is null and r.possible <> '{}' and e.possible_case_ids <> r.possible
      and exists (select from ${everyWall(firmId)} w)
    returning r.n`,
  answer: () => undefined,
})
