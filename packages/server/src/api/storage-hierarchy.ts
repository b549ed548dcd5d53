import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { type StorageLevel, storageLevels } from '@courtcrier/contract/storage-levels.ts'
import { type CanSee, seesWay, sightOf, waysFromCase } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { getRow } from '../resources/store.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { countMoved } from '../storage/count-moved.ts'
import { explainPolicy, type LevelOpinion } from '../storage/explain-policy.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { demand } from './resources.ts'

type HierarchyServices = Pick<Services, 'database'>

/** The levels that storage policies are set at: how many records of each have one, and which one a case's documents go by. */
export function storageHierarchyRoutes(api: FastifyInstance, { database }: HierarchyServices): void {
  api.get('/storage_hierarchy', { config: { operation: operations.levels } }, async (request) => {
    const caller = demand(request, firm, 'READ')
    return withFirm(database, caller.firmId, async (trx) => ({ levels: await countPolicies(trx, caller) }))
  })
  api.get('/storage_hierarchy/moved', { config: { operation: operations.moved } }, async (request) => {
    const caller = demand(request, firm, 'READ')
    const { from, to } = request.query as Readonly<Record<string, unknown>>
    return withFirm(database, caller.firmId, (trx) =>
      countMoved(trx, caller, { from: levelsOf('from', from), to: levelsOf('to', to) }),
    )
  })
  const config = { operation: operations.ofCase }
  api.get<{ Params: { id: string } }>('/storage_hierarchy/case/:id', { config }, async (request) => {
    demand(request, firm, 'READ')
    demand(request, storagePolicy, 'READ')
    const caller = demand(request, courtCase, 'READ')
    return withFirm(database, caller.firmId, (trx) => explain(trx, caller, request.params.id))
  })
}

function levelsOf(field: string, value: unknown): readonly string[] {
  const levels = typeof value === 'string' ? value.split(',').filter(Boolean) : []
  const isKnown = levels.every((each) => storageLevels.some((known) => known === each))
  if (!isKnown)
    throw new ApiError('invalid_input', { problems: [{ field, code: `not_choice:${storageLevels.join(', ')}` }] })
  return levels
}

async function countPolicies(trx: Trx, caller: Caller): Promise<{ level: StorageLevel; count: number }[]> {
  const counts = storageLevels.map((level) => {
    const resource = getResource(level)
    return sql`(select count(*)::int from ${sql.table(tableOf(resource))} t where t.firm_id = ${caller.firmId}::integer
      and t.storage_policy_id is not null and ${isVisible(resource, caller)}) as ${sql.ref(level)}`
  })
  const { rows } = await sql<Record<StorageLevel, number>>`select ${sql.join(counts)}`.execute(trx)
  return storageLevels.map((level) => ({ level, count: rows[0]?.[level] ?? 0 }))
}

async function explain(trx: Trx, caller: Caller, id: string) {
  const { firmId } = caller
  // Reads the case as its own route does, so that nobody learns here of one that is hidden from them.
  await getRow(trx, courtCase, { ...caller, id })
  const found = isUuid(id) ? await explainPolicy(trx, { firmId, caseId: id }) : undefined
  if (!found) throw new ApiError('not_found')
  const { winner } = found
  const isWinnerSeen = winner === undefined || seesPolicy(sightOf(caller.role), winner)
  return {
    sentence: isWinnerSeen ? found.sentence : 'Your role may not see which storage policy applies.',
    winner: isWinnerSeen ? (winner ?? null) : null,
    levels: found.levels.map((opinion) => visibleOpinion(opinion, caller)),
  }
}

/** A record is named to those only who may read its name and each field that leads to it; so is its policy. */
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

const level: JsonSchema = { type: 'string', enum: [...storageLevels] }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const named = (key: string): JsonSchema => ({
  oneOf: [objectSchema({ id: textSchema, [key]: textSchema }), { type: 'null' }],
})

const operations = {
  levels: {
    tag: 'Firm',
    summary: 'How many records have a storage policy of their own, by the level they are at',
    answer: jsonContent(
      objectSchema({
        levels: { type: 'array', items: objectSchema({ level, count: { type: 'integer', minimum: 0 } }) },
      }),
    ),
    refusals: [403],
  },
  moved: {
    tag: 'Firm',
    summary:
      'How many of the latest documents one order of the levels would have filed by another policy than the other',
    query: {
      from: { schema: textSchema, description: 'Levels, with commas between them' },
      to: { schema: textSchema, description: 'The same, in the other order' },
    },
    answer: jsonContent(objectSchema({ days: count, documents: count, moved: count })),
    refusals: [400, 403],
  },
  ofCase: {
    tag: 'Firm',
    summary: 'The storage policy that the documents of a case are filed by, and what every level says to it',
    answer: jsonContent(
      objectSchema({
        sentence: textSchema,
        winner: { oneOf: [level, { type: 'null' }] },
        levels: {
          type: 'array',
          items: objectSchema({
            level,
            record: named('title'),
            has_record: { type: 'boolean' },
            policy: named('name'),
          }),
        },
      }),
    ),
    refusals: [403, 404],
  },
} satisfies Readonly<Record<string, Operation>>
