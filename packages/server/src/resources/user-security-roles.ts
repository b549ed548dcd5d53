import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const roleBehaviour: Behaviour = {
  computed: {
    userIds: sql`(select coalesce(array_agg(u.id order by u.full_name), '{}') from users u where u.firm_id = t.firm_id and u.security_role_id = t.id)`,
  },
  beforeSave: async (_, { current }) => (current?.isSystemDefined ? [{ field: 'name', code: 'predefined_role' }] : []),
  whyNotDeleted: async (_, row) => (row.isSystemDefined ? 'Predefined roles cannot be removed.' : undefined),
}
