import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const matterBehaviour: Behaviour = {
  computed: {
    caseCount: sql`(select count(*)::int from cases c where c.firm_id = t.firm_id and c.matter_id = t.id)`,
  },
}
