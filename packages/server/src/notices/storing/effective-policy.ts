import { type Dictionary, termInSentence } from '@courtcrier/contract/dictionary.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { type StoragePolicy, storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { askingOrder, type StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { sql } from 'kysely'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { statement } from '../../base/db/statement.ts'

/**
 * Returns the policy of the first level that has one, in the order of the firm's hierarchy. Levels it omits come last,
 * because saving a document by a less preferred policy beats not saving it.
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
  /** The firm's term for the level, within a sentence. */
  levelName: string
  /** The ID of the record at that level. */
  recordId: string
  /** The records that were asked before and have no policy. */
  askedBefore: readonly LevelRecord[]
  /** The ID of the firm's record if the order of the levels decides, because others have other policies. */
  orderedBy: string | undefined
  /** `The matter's storage policy "Litigation" applies.` */
  sentence: string
}

/** A record that can have a policy of its own. */
interface LevelRecord {
  level: StorageLevel
  recordId: string
}

interface Question {
  firmId: number
  /** Undefined for the firm's own policy. */
  caseId: string | undefined
}

interface FirmPolicies {
  hierarchy: readonly string[]
  dictionary: Dictionary
  policies: readonly DatabaseRecord[] | null
}

type Levels = Readonly<Partial<Record<StorageLevel, string | null>>>

/** Finds the policy for filings of a case, or the firm's without one, with the additional policies it leads to. */
export const findEffectivePolicy = statement<
  Question,
  { levels: Levels | null; records: Levels | null; firm: FirmPolicies | null },
  EffectivePolicy | undefined
>({
  columns: '"caseId" uuid',
  row: ({ caseId }) => ({ caseId }),
  write: ({ firmId, rows }) => sql`
    select null as n, null as levels, null as records, json_build_object('hierarchy', f.storage_policy_hierarchy, 'dictionary', f.dictionary,
        'policies', (select json_agg(to_json(p.*)) from storage_policies p where p.firm_id = f.firm_id)) as firm
      from firms f where f.firm_id = ${firmId}
    union all
    select r.n, json_build_object('firm', f.storage_policy_id, 'case', c.storage_policy_id, 'matter', m.storage_policy_id,
        'client', cl.storage_policy_id, 'practice_group', pg.storage_policy_id, 'location', lo.storage_policy_id),
        json_build_object('firm', f.id::text, 'case', c.id, 'matter', m.id, 'client', cl.id, 'practice_group', pg.id,
          'location', lo.id), null
      from ${rows}
        join firms f on f.firm_id = ${firmId}
        left join cases c on c.firm_id = f.firm_id and c.id = r."caseId"
        left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
        left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
        left join practice_groups pg on pg.firm_id = m.firm_id and pg.id = m.practice_group_id
        left join locations lo on lo.firm_id = m.firm_id and lo.id = m.location_id`,
  answer: (rows) => {
    const firm = rows.find((row) => row.firm)?.firm
    const found = rows.find((row) => row.levels)
    return firm && found?.levels ? policyOfLevels(found.levels, { ...firm, records: found.records ?? {} }) : undefined
  },
})

function policyOfLevels(
  levels: Levels,
  { hierarchy, dictionary, policies: all, records }: FirmPolicies & { records: Levels },
): EffectivePolicy | undefined {
  const known = new Map((all ?? []).map((record) => [String(record.id), policyOf(record)]))
  const found = effectivePolicy(levels, hierarchy)
  if (!found) return undefined
  const policies = policyChain(found.policyId, known)
  const policy = policies[0]
  if (!policy) return undefined
  const { level } = found
  const levelName = levelWord(level, dictionary)
  const order = askingOrder(hierarchy)
  return {
    policy,
    policies,
    level,
    levelName,
    recordId: records[level] ?? '',
    askedBefore: order.slice(0, order.indexOf(level)).flatMap((each): LevelRecord[] => {
      const recordId = records[each]
      return recordId ? [{ level: each, recordId }] : []
    }),
    orderedBy: Object.values(levels).some((id) => id && id !== policy.id) ? (records.firm ?? undefined) : undefined,
    sentence: `The ${levelName}'s storage policy "${policy.name}" applies.`,
  }
}

/** The firm's term for a level, within a sentence. */
export function levelWord(level: StorageLevel, dictionary: Dictionary): string {
  return level === 'firm' ? 'firm' : termInSentence(getResource(level), 'one', dictionary)
}

/** Returns a policy and the additional ones it leads to, each once: two policies may refer to each other. */
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
