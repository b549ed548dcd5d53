import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const matterBehaviour: Behaviour = {
  // A wall around the client is around all its matters: they lead to it.
  behindWall: sql<boolean>`w.matter_id = t.id`,
  computed: {
    caseCount: sql`(select count(*)::int from cases c where c.firm_id = t.firm_id and c.matter_id = t.id)`,
  },
}
