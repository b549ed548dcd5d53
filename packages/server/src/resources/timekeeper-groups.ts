import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const timekeeperGroupBehaviour: Behaviour = {
  computed: {
    timekeeperIds: sql`(select coalesce(array_agg(k.id order by k.sort_name, k.full_name), '{}') from timekeepers k where k.firm_id = t.firm_id and k.timekeeper_group_id = t.id)`,
  },
}
