import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'
import { findUnfitReferences } from './unfit-references.ts'

export const timekeeperGroupBehaviour: Behaviour = {
  beforeSave: (trx, save) => findUnfitReferences(trx, timekeeperGroup, save),
  computed: {
    timekeeperIds: sql`(select coalesce(array_agg(k.id order by k.sort_name, k.full_name), '{}') from timekeepers k where k.firm_id = t.firm_id and k.timekeeper_group_id = t.id)`,
  },
}
