import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'

export const envelopeBehaviour: Behaviour = {
  computed: {
    told: (alias, scope) => hasDelivery(alias, scope, sql<boolean>`d.status = 'sent'`),
    opened: (alias, scope) => hasDelivery(alias, scope, sql<boolean>`d.first_opened_at is not null`),
  },
}

/** An email may be behind a wall that its filing isn't behind, by the notice that it is about. */
function hasDelivery(alias: string, scope: SearchScope, holds: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from deliveries d where d.firm_id = ${sql.ref(`${alias}.firm_id`)}
    and d.envelope_id = ${sql.ref(`${alias}.id`)} and ${holds} and ${isVisible('d', delivery, scope)})`
}

/** For records of a filing: their case is the filing's, also after the filing was moved to another one. */
export const caseOfFilingBehaviour: Behaviour = {
  computed: {
    caseId: (alias) =>
      sql`(select e.case_id from envelopes e where e.firm_id = ${sql.ref(`${alias}.firm_id`)} and e.id = ${sql.ref(`${alias}.envelope_id`)})`,
  },
}
