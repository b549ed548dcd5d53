import type { ItemAnswer } from '@courtcrier/contract/calls/inbox.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { type AnyRow, fieldAccess, redact } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** Items listed per filing at most; a mass notice goes to hundreds of people. */
const mostLinked = 100

type LinkedRecord = DatabaseRecord & Pick<ItemAnswer['linked'][number], 'relation'> & { sent_to: string[] | null }

/**
 * Returns the items related to one: what it was split from and into, and messages about the same filing; a message sent
 * to the same address again is a duplicate. Each is listed under its closest relation.
 */
export async function readLinked(trx: Trx, scope: SearchScope, item: AnyRow): Promise<ItemAnswer['linked']> {
  // Fields of the item that the reader may not see are absent, so nothing is found by them.
  const { id, parentId = null, envelopeId = null, subject = null } = item as Record<string, string | null>
  const sees = (key: string) => sql`${fieldAccess(inboxItem, key, scope.role) !== 'DENY'}::boolean`
  const { rows } = await sql<LinkedRecord>`
    select t.*, relation, case when ${sees('rawContent')} then p.outcomes #> '{receive,recipients}' end as sent_to
    from inbox_items t
      left join item_progress p on p.firm_id = t.firm_id and p.id = t.id
      left join item_progress own on own.firm_id = t.firm_id and own.id = ${id}::uuid
      cross join lateral (select case
        when t.id = ${parentId}::uuid then 'parent'
        when ${sees('parentId')} and t.parent_id = ${id}::uuid then 'child'
        when t.parent_id = ${parentId}::uuid then 'part'
        when t.subject = ${subject}
          and p.outcomes #> '{receive,recipients}' = own.outcomes #> '{receive,recipients}' then 'duplicate'
        else 'filing' end as relation) r
    where t.firm_id = ${scope.firmId} and t.id <> ${id}::uuid and ${isVisible('t', inboxItem, scope)}
      and (t.id = ${parentId}::uuid or (${sees('parentId')} and t.parent_id = ${id}::uuid) or t.parent_id = ${parentId}::uuid
        or t.envelope_id = ${envelopeId}::uuid)
    order by array_position(array['parent', 'child', 'part', 'duplicate', 'filing'], relation), t.received_at, t.id
    limit ${mostLinked}`.execute(trx)
  return rows.map(({ relation, sent_to: recipients, ...record }) => ({
    relation,
    recipients: recipients ?? [],
    item: rowToJson(inboxItem, redact(inboxItem, rowOf(inboxItem, record), scope.role)),
  }))
}
