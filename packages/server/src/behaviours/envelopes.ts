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

/** For records of a filing: their case is the filing's, also after the filing was moved to another one. */
export const caseOfFilingBehaviour: Behaviour = {
  computed: {
    caseId: (alias) =>
      sql`(select e.case_id from envelopes e where e.firm_id = ${sql.ref(`${alias}.firm_id`)} and e.id = ${sql.ref(`${alias}.envelope_id`)})`,
  },
}
