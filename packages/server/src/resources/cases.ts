import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const caseBehaviour: Behaviour = {
  computed: {
    envelopeCount: sql`(select count(*)::int from envelopes e where e.firm_id = t.firm_id and e.case_id = t.id)`,
  },
}
