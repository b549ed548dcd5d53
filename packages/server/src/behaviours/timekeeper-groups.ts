import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'

/** A group's timekeepers are those who name it; the list can be edited from either side. */
export const timekeeperGroupBehaviour: Behaviour = {
  computed: {
    timekeeperIds: (alias) =>
      sql`(select coalesce(array_agg(k.id order by k.sort_name, k.full_name), '{}') from timekeepers k where k.firm_id = ${sql.ref(`${alias}.firm_id`)} and k.timekeeper_group_id = ${sql.ref(`${alias}.id`)})`,
  },
  members: { timekeeperIds: { resource: timekeeper, key: 'timekeeperGroupId' } },
  takesTurns: true,
}
