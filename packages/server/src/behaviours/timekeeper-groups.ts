import { sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'

export const timekeeperGroupBehaviour: Behaviour = {
  computed: {
    timekeeperIds: (alias) =>
      sql`(select coalesce(array_agg(k.id order by k.sort_name, k.full_name), '{}') from timekeepers k where k.firm_id = ${sql.ref(`${alias}.firm_id`)} and k.timekeeper_group_id = ${sql.ref(`${alias}.id`)})`,
  },
}
