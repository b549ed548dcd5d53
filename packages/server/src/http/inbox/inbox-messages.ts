import type { MessagesOfFiling } from '@courtcrier/contract/calls/inbox.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/**
 * Returns how many items each filing was received by, and at how many addresses; nothing if the role may not see which
 * items belong to a filing. Addresses are in the messages' headers, so they are counted only for a role that may read
 * those.
 */
export async function countMessages(
  trx: Trx,
  scope: SearchScope,
  ids: readonly string[],
): Promise<readonly MessagesOfFiling[]> {
  const canSee = sightOf(scope.role)
  if (!canSee(inboxItem, 'envelopeId')) return []
  const { rows } = await sql<MessagesOfFiling>`
    select t.envelope_id as id, count(distinct t.id)::int as messages,
      count(distinct lowered(sent.address)) filter (where ${canSee(inboxItem, 'rawContent')}::boolean)::int as recipients
    from ${firmRows(inboxItem)} t
      left join item_progress p on p.firm_id = t.firm_id and p.id = t.id
      left join lateral jsonb_array_elements_text(p.outcomes #> '{receive,recipients}') sent (address) on true
    where t.firm_id = ${scope.firmId} and t.envelope_id = any(${[...ids]}::uuid[]) and ${isVisible('t', inboxItem, scope)}
    group by 1`.execute(trx)
  return rows
}
