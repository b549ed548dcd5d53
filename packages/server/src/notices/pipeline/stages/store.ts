import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { findEffectivePolicy } from '../../storing/effective-policy.ts'
import { planCopies } from '../../storing/plan-copies.ts'
import type { Stage, Work } from '../stage.ts'

/** Plans the copies in DMS: by the policy of the case, matter, client or firm, and its additional policies. */
export const storeStage: Stage<'store'> = {
  name: 'store',
  run: async (work, deps) => {
    const caseId = work.results.match?.caseIds[0]
    const { effective, documents } = await deps.read(async (trx) => {
      const documents = work.documents ?? (await readDocuments(trx, work))
      return { documents, effective: await findEffectivePolicy(trx, { firmId: work.firmId, caseId }) }
    })
    if (!effective) {
      return {
        kind: 'done',
        sentence: 'No storage policy applies; the documents are saved in Courtcrier only.',
        result: { copies: [] },
      }
    }
    const rawMessage = { itemId: work.itemId, fileId: work.rawContent, isPart: work.origin.part !== undefined }
    const copies = planCopies({ policies: effective.policies, documents, rawMessage })
    return { kind: 'done', sentence: effective.sentence, result: { copies } }
  },
}

/** Reads the filing's documents in order. */
async function readDocuments(trx: Trx, { firmId, envelopeId }: Work): Promise<NonNullable<Work['documents']>> {
  const { rows } = await sql<{ id: string; fileId: string | null }>`
    select id, file_id as "fileId" from documents
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid order by position`.execute(trx)
  return rows
}
