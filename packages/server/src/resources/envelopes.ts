import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const envelopeBehaviour: Behaviour = {
  computed: {
    told: sql`exists (select from deliveries d where d.firm_id = t.firm_id and d.envelope_id = t.id and d.status = 'sent')`,
    opened: sql`exists (select from deliveries d where d.firm_id = t.firm_id and d.envelope_id = t.id and d.first_opened_at is not null)`,
  },
}
