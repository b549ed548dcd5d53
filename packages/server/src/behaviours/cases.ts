import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { sql } from 'kysely'
import { matchDocketNumbers } from '../courts/directory/docket-number.ts'
import type { Behaviour } from '../records/behaviour.ts'

export const caseBehaviour: Behaviour = {
  whyNotDeleted: async (_, row) =>
    row.trackingStatus === 'subscribed' ? 'This case is tracked at a monthly fee. End its tracking first.' : undefined,
  happenings: { created: 'case.created', updated: 'case.updated' },
  computed: {
    envelopeCount: (alias) =>
      sql`(select count(*)::int from envelopes e where e.firm_id = ${sql.ref(`${alias}.firm_id`)} and e.case_id = ${sql.ref(`${alias}.id`)})`,
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
