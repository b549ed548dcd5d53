import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { certainEnough } from '../../retrieval/scan-stamps.ts'
import type { CasesFound } from '../matching/find-cases.ts'
import { findStampContradiction, type StampedDocument, whyRenumbered } from '../matching/stamp-contradiction.ts'
import type { Work } from './stage.ts'

/** What the stamps of a filing's documents say about its case, as sentences. */
export interface StampFinding {
  /** What one says otherwise than the notice. */
  doubt?: string
  /** Why one has another number for the same case. */
  renumbered?: string
}

/**
 * Compares the stamps of the filing's documents with the notice. There is no doubt once a person chose the case.
 */
export async function findStampDoubt(
  trx: Trx,
  { work, notice, found }: { work: Work; notice: Notice; found: CasesFound },
): Promise<StampFinding> {
  const own = (work.results.retrieve?.documents ?? []).flatMap(({ position, stamps }) =>
    stamps ? [{ position, stamps: stamps.stamps }] : [],
  )
  const documents = own.length > 0 ? own : await readStamps(trx, work)
  const doubt = findStampContradiction(notice, documents)
  if (doubt) return (await isChosen(trx, work, found)) ? {} : { doubt }
  const renumbered = whyRenumbered(notice, documents)
  return renumbered ? { renumbered } : {}
}

interface StampRow extends StampedDocument {
  n: number
}

/** Documents that another notice of the filing retrieved. A reading that isn't certain proves nothing. */
const readStamps = statement<{ firmId: number; envelopeId: string | undefined }, StampRow, readonly StampedDocument[]>({
  columns: '"envelopeId" uuid',
  row: ({ envelopeId }) => ({ envelopeId }),
  write: ({ firmId, rows, every }) => sql`
    select r.n, s.position, s.stamps
    from ${rows} join document_stamps s on s.firm_id = ${firmId} and s.envelope_id = r."envelopeId"
    where s.envelope_id = any(${every('envelopeId')}::uuid[]) and coalesce(s.certainty, 100) >= ${certainEnough}
    order by r.n, s.position`,
  answer: (rows) => rows.map(({ position, stamps }) => ({ position, stamps })),
})

async function isChosen(trx: Trx, { firmId, envelopeId }: Work, { matched }: CasesFound): Promise<boolean> {
  const { rows } = await sql<{ caseId: string | null }>`
    select case_id as "caseId" from envelopes where firm_id = ${firmId} and id = ${envelopeId ?? null}::uuid`.execute(
    trx,
  )
  return matched.some(({ id }) => id === rows[0]?.caseId)
}
