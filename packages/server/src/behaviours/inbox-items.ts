import { user } from '@courtcrier/contract/resources/user.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'

export const inboxItemBehaviour: Behaviour = {
  // No one deletes an item, so no undo restores one: it only reverses what was decided about it.
  dependents: [
    { table: 'item_progress', column: 'id', comesBack: 'never' },
    { table: 'history', column: 'inbox_item_id', comesBack: 'never' },
    { table: 'links', column: 'inbox_item_id', comesBack: 'never' },
    { table: 'inbox_notes', column: 'inbox_item_id', comesBack: 'never' },
  ],
  // A column with a user's name.
  present: {
    fields: [],
    row: (row, role) => (row.vouchedBy && !sightOf(role)(user, user.title) ? { ...row, vouchedBy: null } : row),
  },
  computed: {
    jobs: (alias) =>
      sql`(select coalesce(array_agg(j.stage order by j.stage), '{}') from item_progress p, jsonb_object_keys(p.outcomes) as j(stage) where p.firm_id = ${sql.ref(`${alias}.firm_id`)} and p.id = ${sql.ref(`${alias}.id`)})`,
  },
}
