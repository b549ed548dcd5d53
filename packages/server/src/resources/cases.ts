import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { sql } from 'kysely'
import { matchDocketNumbers } from '../courts/docket-number.ts'
import type { Behaviour } from './behaviour.ts'

export const caseBehaviour: Behaviour = {
  whyNotDeleted: async (_, row) =>
    row.trackingStatus === 'subscribed' ? 'This case is tracked at a monthly fee. End its tracking first.' : undefined,
  happenings: { created: 'case.created', updated: 'case.updated' },
  computed: {
    envelopeCount: sql`(select count(*)::int from envelopes e where e.firm_id = t.firm_id and e.case_id = t.id)`,
  },
  compareNumbers: matchDocketNumbers,
  // Every court counts from one: a docket number names a case within the jurisdictions that share a court.
  samePlace: ({ jurisdictionId }, firmId) =>
    typeof jurisdictionId === 'string' && isUuid(jurisdictionId)
      ? sql<boolean>`(t.jurisdiction_id = ${jurisdictionId}::uuid or exists (
          select from jurisdictions a join jurisdictions b on b.firm_id = a.firm_id
          where a.firm_id = ${firmId} and a.id = ${jurisdictionId}::uuid and b.id = t.jurisdiction_id
            and a.ecfx_jurisdiction_ids && b.ecfx_jurisdiction_ids))`
      : sql<boolean>`true`,
}
