import { courtCase } from '@courtcrier/contract/resources/case.ts'
import type { CanSee } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'

/** Returns the order of cases of `t` to choose from, open ones first; an order by a hidden field would reveal it. */
export function caseOrder(canSee: CanSee): RawBuilder<unknown> {
  const parts = [
    ...(canSee(courtCase, 'status') ? [sql`t.status desc`] : []),
    ...(canSee(courtCase, 'name') ? [sql`t.name`] : []),
    sql`t.id`,
  ]
  return sql`order by ${sql.join(parts)}`
}
