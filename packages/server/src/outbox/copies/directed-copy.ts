import { waysOfCopy } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type EffectivePolicy, findEffectivePolicy } from '../../notices/storing/effective-policy.ts'
import { type Direction, findDirectors } from '../../records/directors/find-directors.ts'
import { whyNotDirected } from '../../records/directors/why-not-directed.ts'
import { findWallsAroundCases, type Wall } from '../../records/walls/walls.ts'
import { casesOfFiling } from '../digests/filings.ts'
import type { CopyRow } from './copy-row.ts'

/**
 * Returns why a copy may not be saved, as a sentence: someone who directed it to its DMS may not see the filing. That
 * includes who chose the policy, by setting it, by taking away what counted before it or by the order of the levels,
 * whichever policies lead to it, and who set up the DMS.
 */
export async function whyNotSaved(trx: Trx, copy: CopyRow): Promise<string | undefined> {
  const { firmId } = copy
  const directions = await findDirections(trx, copy)
  const directorsOf = await findDirectors(trx, { firmId, records: directions })
  const directors = directions.flatMap((direction) => directorsOf(direction))
  if (directors.length === 0) return undefined
  return whyNotDirected(directors, { walls: await findWalls(trx, copy), way: waysOfCopy })
}

async function findDirections(trx: Trx, { firmId, caseId, storagePolicyId, store }: CopyRow): Promise<Direction[]> {
  const effective = await findEffectivePolicy(trx, { firmId, caseId: caseId ?? undefined })
  const policies = effective?.policies ?? []
  const position = policies.findIndex(({ id }) => id === storagePolicyId)
  const links = policies
    .slice(0, Math.max(0, position))
    .map(({ id }) => ({ entity: 'storage_policy', id, field: 'additionalStoragePolicyId' }))
  return [
    ...(effective && position >= 0 ? choicesOf(effective) : []),
    ...links,
    { entity: 'storage_policy', id: storagePolicyId, field: 'dmsCredentialId' },
    { entity: store.kind, id: store.credentialId },
  ]
}

/** Why this policy counts: who set it, who left those before it empty, and who set their order if that decides. */
function choicesOf({ level, recordId, askedBefore, orderedBy }: EffectivePolicy): Direction[] {
  const levels = [...askedBefore, { level, recordId }]
  const order = orderedBy ? [{ entity: 'firm', id: orderedBy, field: 'storagePolicyHierarchy' }] : []
  return [...levels.map(({ level: entity, recordId: id }) => ({ entity, id, field: 'storagePolicyId' })), ...order]
}

async function findWalls(trx: Trx, { firmId, itemId, envelopeId, caseId }: CopyRow): Promise<readonly Wall[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select ${casesOfFiling} as ids from envelopes e
      left join item_progress p on p.firm_id = e.firm_id and p.id = ${itemId}::uuid
    where e.firm_id = ${firmId}::integer and e.id = ${envelopeId}::uuid`.execute(trx)
  const ids = [...rows.flatMap((row) => row.ids), ...(caseId ? [caseId] : [])]
  return findWallsAroundCases(trx, { firmId, ids })
}
