import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { findOriginalId } from '../../../mail/believed.ts'
import { type EffectivePolicy, findEffectivePolicy } from '../../storing/effective-policy.ts'
import { planCopies } from '../../storing/plan-copies.ts'
import type { Outcome, Results, Stage, Work } from '../stage.ts'

/**
 * Plans the copies in DMS for each of the filing's cases: by the policy of the case, matter, client or firm, and its
 * additional policies.
 */
export const storeStage: Stage<'store'> = {
  name: 'store',
  run: async (work, deps) => {
    const { firmId, itemId, envelopeId } = work
    const caseIds = work.results.match?.caseIds ?? []
    return deps.read<Outcome<Results['store']>>(async (trx) => {
      const documents = work.documents ?? (await readDocuments(trx, work))
      const cases = await findPolicies(trx, firmId, caseIds.length > 0 ? caseIds : [undefined])
      const rawMessage = { itemId, fileId: work.rawContent, isPart: isPartOfMessage(work) }
      const planned = cases.flatMap(({ caseId, effective }) =>
        effective ? planCopies({ caseId, policies: effective.policies, documents, rawMessage }) : [],
      )
      const copies = envelopeId ? await deps.onePerPlace(trx, { firmId, itemId, envelopeId, planned }) : planned
      return { kind: 'done', sentence: await describe(trx, firmId, cases), result: { copies } }
    })
  },
}

/** Whether the message holds more than the notice: others, or what a forwarder wrote around the original. */
function isPartOfMessage({ origin, results }: Work): boolean {
  return origin.part !== undefined || findOriginalId(results.authenticate) !== undefined
}

interface CaseToStore {
  /** Undefined for a filing without a case. */
  caseId: string | undefined
  /** Undefined if no level of the case has a policy. */
  effective: EffectivePolicy | undefined
}

async function findPolicies(
  trx: Trx,
  firmId: number,
  caseIds: readonly (string | undefined)[],
): Promise<readonly CaseToStore[]> {
  return Promise.all(
    caseIds.map(async (caseId) => ({ caseId, effective: await findEffectivePolicy(trx, { firmId, caseId }) })),
  )
}

/** Says which policy applies; to which case, if not the same applies to all of them. */
async function describe(trx: Trx, firmId: number, cases: readonly CaseToStore[]): Promise<string> {
  const sentences = new Set(cases.map(({ effective }) => effective?.sentence))
  const [only] = sentences
  if (sentences.size === 1) return only ?? 'No storage policy applies; the documents are saved in Courtcrier only.'
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from cases where firm_id = ${firmId} and id = any(${cases.map(({ caseId }) => caseId)}::uuid[])`.execute(
    trx,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return cases.map(({ caseId, effective }) => describeOne(names.get(caseId ?? '') ?? '', effective)).join(' ')
}

function describeOne(name: string, effective: EffectivePolicy | undefined): string {
  if (!effective) return `No storage policy applies to ${name}.`
  return `The ${effective.levelName}'s storage policy "${effective.policy.name}" applies to ${name}.`
}

/** Reads the filing's documents in order. */
async function readDocuments(trx: Trx, { firmId, envelopeId }: Work): Promise<NonNullable<Work['documents']>> {
  const { rows } = await sql<{ id: string; fileId: string | null }>`
    select id, file_id as "fileId" from documents
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid order by position`.execute(trx)
  return rows
}
