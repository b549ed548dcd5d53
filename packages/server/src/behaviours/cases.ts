import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { matchDocketNumbers } from '../courts/directory/docket-number.ts'
import type { Behaviour } from '../records/behaviour.ts'
import { isVisible } from '../records/visible-rows.ts'

export const caseBehaviour: Behaviour = {
  stamp: ({ by }) => (by === 'a rule' ? { madeByRule: 'TO_REVIEW' } : {}),
  whyNotDeleted: async (_, row) =>
    row.trackingStatus === 'subscribed' ? 'This case is tracked at a monthly fee. End its tracking first.' : undefined,
  importedAs: keepAssigned,
  happenings: { created: 'case.created', updated: 'case.updated' },
  computed: {
    // A wall around another case of a filing hides it here, too.
    envelopeCount: (alias, scope) =>
      sql`(select count(*)::int from envelopes e where e.firm_id = ${sql.ref(`${alias}.firm_id`)} and e.case_id = ${sql.ref(`${alias}.id`)}
        and ${isVisible('e', envelope, scope)})`,
  },
  compareNumbers: matchDocketNumbers,
  // Every court numbers its cases from 1, so a docket number identifies a case only within jurisdictions that share a
  // court.
  samePlace: (alias, { jurisdictionId }, firmId) =>
    typeof jurisdictionId === 'string' && isUuid(jurisdictionId)
      ? sql<boolean>`(${sql.ref(`${alias}.jurisdiction_id`)} = ${jurisdictionId}::uuid or exists (
          select from jurisdictions a join jurisdictions b on b.firm_id = a.firm_id
          where a.firm_id = ${firmId} and a.id = ${jurisdictionId}::uuid and b.id = ${sql.ref(`${alias}.jurisdiction_id`)}
            and a.ecfx_jurisdiction_ids && b.ecfx_jurisdiction_ids))`
      : sql<boolean>`true`,
}

/** People whom a rule assigned stay assigned, if the rule says so, even if the file doesn't name them. */
async function keepAssigned(
  trx: Trx,
  rows: readonly { id: string; current: AnyRow; input: AnyRow }[],
  firmId: number,
): Promise<ReadonlyMap<string, AnyRow>> {
  const named = rows.filter(({ input }) => Array.isArray(input.assignedTimekeepers))
  const { rows: made } = await sql<{ id: string; assigned: readonly string[] }>`
    select k.case_id as id, k.assigned from case_creations k
      join auto_case_creations a on a.firm_id = k.firm_id and a.id = k.auto_case_creation_id
    where k.firm_id = ${firmId}::integer and k.case_id = any(${named.map(({ id }) => id)}::uuid[])
      and a.assignments_ignore_import_deletion`.execute(trx)
  const assignedTo = new Map(made.map(({ id, assigned }) => [id, assigned]))
  const kept = named.flatMap(({ id, current, input }): [string, AnyRow][] => {
    const present = new Set((current.assignedTimekeepers as readonly string[] | null) ?? [])
    const missing = (assignedTo.get(id) ?? []).filter((person) => present.has(person))
    const assignedTimekeepers = [...new Set([...(input.assignedTimekeepers as readonly string[]), ...missing])]
    return missing.length > 0 ? [[id, { assignedTimekeepers }]] : []
  })
  return new Map(kept)
}
