import {
  countMoved as countMovedCall,
  countPolicies as countPoliciesCall,
  explainPolicy as explainPolicyCall,
  levelsOf,
} from '@courtcrier/contract/calls/settings.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { type StorageLevel, storageLevels } from '@courtcrier/contract/storage-levels.ts'
import { type CanSee, seesWay, sightOf, waysFromCase } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirmRead } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { countMoved } from '../outbox/copies/count-moved.ts'
import { explainPolicy, type LevelOpinion } from '../outbox/copies/explain-policy.ts'
import type { Caller } from '../records/caller.ts'
import { getRow } from '../records/read-row.ts'
import { isVisible } from '../records/visible-rows.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

type HierarchyServices = Pick<Services, 'database'>

/** The levels of storage policies: how many records of each have one, and which one applies to a case's documents. */
export function storageHierarchyRoutes(api: FastifyInstance, { database }: HierarchyServices): void {
  serveCall(api, countPoliciesCall, async ({ request }) => {
    const caller = demand(request, firm, 'READ')
    return withFirmRead(database, caller.firmId, async (trx) => ({ levels: await countPolicies(trx, caller) }))
  })
  serveCall(api, countMovedCall, async ({ query, request }) => {
    const caller = demand(request, firm, 'READ')
    const orders = { from: levelsOf(query.from), to: levelsOf(query.to) }
    return withFirmRead(database, caller.firmId, (trx) => countMoved(trx, caller, orders))
  })
  serveCall(api, explainPolicyCall, async ({ params, request }) => {
    demand(request, firm, 'READ')
    demand(request, storagePolicy, 'READ')
    const caller = demand(request, courtCase, 'READ')
    return withFirmRead(database, caller.firmId, (trx) => explain(trx, caller, params.id))
  })
}

async function countPolicies(trx: Trx, caller: Caller): Promise<{ level: StorageLevel; count: number }[]> {
  const counts = storageLevels.map((level) => {
    const resource = getResource(level)
    return sql`(select count(*)::int from ${sql.table(tableOf(resource))} t where t.firm_id = ${caller.firmId}::integer
      and t.storage_policy_id is not null and ${isVisible('t', resource, caller)}) as ${sql.ref(level)}`
  })
  const { rows } = await sql<Record<StorageLevel, number>>`select ${sql.join(counts)}`.execute(trx)
  return storageLevels.map((level) => ({ level, count: rows[0]?.[level] ?? 0 }))
}

async function explain(trx: Trx, caller: Caller, id: string) {
  const { firmId } = caller
  // Reads the case as its own route does, so that a hidden case isn't revealed here.
  await getRow(trx, courtCase, { ...caller, id })
  const found = await explainPolicy(trx, { firmId, caseId: id })
  if (!found) throw new ApiError('not_found')
  const { winner } = found
  const isWinnerSeen = winner === undefined || seesPolicy(sightOf(caller.role), winner)
  return {
    sentence: isWinnerSeen ? found.sentence : 'Your role may not see which storage policy applies.',
    winner: isWinnerSeen ? (winner ?? null) : null,
    levels: found.levels.map((opinion) => visibleOpinion(opinion, caller)),
  }
}

/**
 * A record is named only to viewers who may see its name and each field that leads to it; the same goes for its policy.
 */
function visibleOpinion({ level, record, policy }: LevelOpinion, { role }: Caller) {
  const resource = getResource(level)
  const canSee = sightOf(role)
  const way = waysFromCase[level]
  const isNamed = seesWay(canSee, [...way, [resource, resource.title]])
  return {
    level,
    record: record && isNamed ? record : null,
    has_record: record !== undefined && seesWay(canSee, way),
    policy: policy && seesPolicy(canSee, level) ? policy : null,
  }
}

function seesPolicy(canSee: CanSee, level: StorageLevel): boolean {
  const chosen = [getResource(level), 'storagePolicyId'] as const
  return seesWay(canSee, [...waysFromCase[level], chosen, [storagePolicy, storagePolicy.title]])
}
