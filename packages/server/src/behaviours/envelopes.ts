import { sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'

export const envelopeBehaviour: Behaviour = {
  computed: {
    told: (alias) =>
      sql`exists (select from deliveries d where d.firm_id = ${sql.ref(`${alias}.firm_id`)} and d.envelope_id = ${sql.ref(`${alias}.id`)} and d.status = 'sent')`,
    opened: (alias) =>
      sql`exists (select from deliveries d where d.firm_id = ${sql.ref(`${alias}.firm_id`)} and d.envelope_id = ${sql.ref(`${alias}.id`)} and d.first_opened_at is not null)`,
  },
}
