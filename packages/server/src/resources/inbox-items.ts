import { user } from '@courtcrier/contract/resources/user.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const inboxItemBehaviour: Behaviour = {
  // A column that holds a user's name.
  present: {
    fields: [],
    row: (row, role) => (row.vouchedBy && !sightOf(role)(user, user.title) ? { ...row, vouchedBy: null } : row),
  },
  computed: {
    jobs: sql`(select coalesce(array_agg(j.stage order by j.stage), '{}') from item_progress p, jsonb_object_keys(p.outcomes) as j(stage) where p.firm_id = t.firm_id and p.id = t.id)`,
  },
}
