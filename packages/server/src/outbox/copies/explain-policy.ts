import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import { askingOrder, type StorageLevel, storageLevels } from '@courtcrier/contract/storage-levels.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { effectivePolicy, levelWord } from '../../notices/storing/effective-policy.ts'

/** What one level says about where the documents of a case are saved. */
export interface LevelOpinion {
  level: StorageLevel
  /** The record of the case at this level; undefined where there is none, such as a matter without a location. */
  record: { id: string; title: string } | undefined
  policy: { id: string; name: string } | undefined
}

export interface PolicyExplanation {
  /** In order of precedence. */
  levels: readonly LevelOpinion[]
  /** The level whose policy wins; undefined when none has one. */
  winner: StorageLevel | undefined
  sentence: string
}

/**
 * Returns which storage policy applies to a case's documents and what each level says; undefined if there is no such
 * case.
 */
export async function explainPolicy(
  trx: Trx,
  { firmId, caseId }: { firmId: number; caseId: string },
): Promise<PolicyExplanation | undefined> {
  const { rows } = await sql<CaseLevels>`
    select f.storage_policy_hierarchy as hierarchy, f.dictionary,
      json_build_object(
        'case', ${opinion('c')}, 'matter', ${opinion('m')}, 'client', ${opinion('cl')},
        'practice_group', ${opinion('pg')}, 'location', ${opinion('lo')}, 'firm', ${opinion('f')}
      ) as opinions
    from firms f join cases c on c.firm_id = f.firm_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = c.firm_id and cl.id = m.client_id
      left join practice_groups pg on pg.firm_id = c.firm_id and pg.id = m.practice_group_id
      left join locations lo on lo.firm_id = c.firm_id and lo.id = m.location_id
    where f.firm_id = ${firmId}::integer and c.id = ${caseId}::uuid`.execute(trx)
  const [found] = rows
  return found && explanationOf(found)
}

interface Opinion {
  id: string | null
  title: string | null
  policyId: string | null
  policyName: string | null
}

interface CaseLevels {
  hierarchy: string[]
  dictionary: Dictionary
  opinions: Record<StorageLevel, Opinion>
}

function opinion(alias: string) {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`json_build_object('id', ${of('id')}::text, 'title', ${of('name')}, 'policyId', ${of('storage_policy_id')},
    'policyName', (select p.name from storage_policies p where p.firm_id = f.firm_id and p.id = ${of('storage_policy_id')}))`
}

function explanationOf({ hierarchy, dictionary, opinions }: CaseLevels): PolicyExplanation {
  const policyIds = Object.fromEntries(storageLevels.map((level) => [level, opinions[level].policyId]))
  const winner = effectivePolicy(policyIds, hierarchy)?.level
  return {
    winner,
    sentence: winner
      ? `The ${levelWord(winner, dictionary)}'s storage policy "${opinions[winner].policyName}" applies.`
      : 'No level has a storage policy, so nothing is saved to a DMS.',
    levels: askingOrder(hierarchy).map((level) => {
      const { id, title, policyId, policyName } = opinions[level]
      return {
        level,
        record: id === null ? undefined : { id, title: title ?? '' },
        policy: policyId === null ? undefined : { id: policyId, name: policyName ?? '' },
      }
    }),
  }
}
