import { sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'

export const matterBehaviour: Behaviour = {
  computed: {
    caseCount: (alias) =>
      sql`(select count(*)::int from cases c where c.firm_id = ${sql.ref(`${alias}.firm_id`)} and c.matter_id = ${sql.ref(`${alias}.id`)})`,
  },
}
