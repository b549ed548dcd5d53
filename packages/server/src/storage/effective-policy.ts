import { type Dictionary, termInSentence } from '@courtcrier/contract/dictionary.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { type StoragePolicy, storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { askingOrder, type StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { numberedRows } from '../base/db/json-rows.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { together } from '../base/db/together.ts'

/**
 * The policy of the first level that has one. The firm's hierarchy is read from its first entry; levels it
 * leaves out are asked afterwards, because a document filed by a less wanted policy is better than one not filed.
 */
export function effectivePolicy(
  policyIds: Readonly<Partial<Record<StorageLevel, string | null>>>,
  hierarchy: readonly string[],
): { policyId: string; level: StorageLevel } | undefined {
  for (const level of askingOrder(hierarchy)) {
    const policyId = policyIds[level]
    if (policyId) return { policyId, level }
  }
  return undefined
}

export interface EffectivePolicy {
  policy: StoragePolicy
  /** The policy and the additional ones it leads to, in order, each once. */
  policies: readonly StoragePolicy[]
  level: StorageLevel
  /** `The matter's storage policy "Litigation" applies.` */
  sentence: string
}

interface Question {
  firmId: number
  /** Undefined asks for the firm's. */
  caseId: string | undefined
}

/** The policy for filings of a case (of the firm, without one), with the additional policies it leads to. */
export const findEffectivePolicy = together(async (trx: Trx, asked: readonly Question[]) => {
  const [{ firmId } = { firmId: 0 }] = asked
  const { rows } = await sql<{
    hierarchy: string[]
    dictionary: Dictionary
    levels: Levels[]
    policies: DatabaseRecord[] | null
  }>`
    select f.storage_policy_hierarchy as hierarchy, f.dictionary,
      (select json_agg(json_build_object('firm', f.storage_policy_id, 'case', c.storage_policy_id, 'matter', m.storage_policy_id,
          'client', cl.storage_policy_id, 'practice_group', pg.storage_policy_id, 'location', lo.storage_policy_id) order by r.n)
        from jsonb_to_recordset(${numberedRows(asked)}::text::jsonb) as r (n int, "caseId" uuid)
          left join cases c on c.firm_id = f.firm_id and c.id = r."caseId"
          left join matters m on m.firm_id = f.firm_id and m.id = c.matter_id
          left join clients cl on cl.firm_id = f.firm_id and cl.id = m.client_id
          left join practice_groups pg on pg.firm_id = f.firm_id and pg.id = m.practice_group_id
          left join locations lo on lo.firm_id = f.firm_id and lo.id = m.location_id) as levels,
      (select json_agg(to_json(p.*)) from storage_policies p where p.firm_id = f.firm_id) as policies
    from firms f where f.firm_id = ${firmId}`.execute(trx)
  const [{ hierarchy, dictionary, levels, policies } = { hierarchy: [], dictionary: {}, levels: [], policies: [] }] =
    rows
  const known = new Map((policies ?? []).map((record) => [String(record.id), policyOf(record)]))
  return asked.map((_, n) => policyOfLevels(levels[n] ?? {}, { hierarchy, dictionary, known }))
})

interface FirmPolicies {
  hierarchy: readonly string[]
  dictionary: Dictionary
  known: ReadonlyMap<string, StoragePolicy>
}

type Levels = Readonly<Partial<Record<StorageLevel, string | null>>>

function policyOfLevels(levels: Levels, { hierarchy, dictionary, known }: FirmPolicies): EffectivePolicy | undefined {
  const found = effectivePolicy(levels, hierarchy)
  if (!found) return undefined
  const policies = policyChain(found.policyId, known)
  const policy = policies[0]
  if (!policy) return undefined
  const { level } = found
  return {
    policy,
    policies,
    level,
    sentence: `The ${levelWord(level, dictionary)}'s storage policy "${policy.name}" applies.`,
  }
}

/** What the firm calls a level, within a sentence. */
export function levelWord(level: StorageLevel, dictionary: Dictionary): string {
  return level === 'firm' ? 'firm' : termInSentence(getResource(level), 'one', dictionary)
}

/** A policy and the additional ones it leads to, each once: two policies may name each other. */
export function policyChain(first: string, known: ReadonlyMap<string, StoragePolicy>): StoragePolicy[] {
  const chain: StoragePolicy[] = []
  for (let id: string | null = first; id !== null; ) {
    const policy: StoragePolicy | undefined = known.get(id)
    if (!policy || chain.includes(policy)) break
    chain.push(policy)
    id = policy.additionalStoragePolicyId
  }
  return chain
}

function policyOf(record: DatabaseRecord): StoragePolicy {
  return rowOf(storagePolicy, record) as unknown as StoragePolicy
}
