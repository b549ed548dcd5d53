import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { mostSelected } from '@courtcrier/contract/selection.ts'
import type { ItemAct } from '@courtcrier/contract/triage.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { RelatedFinder } from '../../records/selected-rows.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

/**
 * Returns a function that finds the items an action on a filing also applies to. A person who archives a filing is done
 * with all of it; anything else is decided by what one message shows, so it applies to those in the same status.
 */
export function findOfFilings(trx: Trx, scope: SearchScope, act: ItemAct): RelatedFinder {
  return async (ids) => {
    // Which items share a filing must not show to a role that may not see it.
    if (fieldAccess(inboxItem, 'envelopeId', scope.role) === 'DENY') return new Map()
    const { rows } = await sql<{ id: string; owner: string }>`
      select t.id, min(own.id::text) as owner
      from inbox_items own cross join lateral (
        select t.id from inbox_items t
        where t.firm_id = own.firm_id and t.envelope_id = own.envelope_id and ${isVisible('t', inboxItem, scope)}
          and ${appliesTo[act]}
      ) t
      where own.firm_id = ${scope.firmId} and own.id = any(${[...ids]}::uuid[]) and t.id <> all(${[...ids]}::uuid[])
      group by t.id order by t.id`.execute(trx)
    if (ids.length + rows.length > mostSelected) throw new ApiError('wrong_state', { sentence: tooMany })
    return new Map(rows.map(({ id, owner }) => [id, owner]))
  }
}

/** All of them are one transaction. */
const tooMany = `These filings have more than ${mostSelected.toLocaleString('en-US')} messages. Nothing was done; select fewer.`

const inSameStatus = sql<boolean>`t.status = own.status`
const withSameCopies = sql<boolean>`t.dms_status = own.dms_status`

/** Whether the action also applies to an item `t` of the filing of the selected item `own`. */
const appliesTo: Readonly<Record<ItemAct, RawBuilder<boolean>>> = {
  archive: sql<boolean>`not t.hidden`,
  unarchive: sql<boolean>`t.hidden`,
  requeue: inSameStatus,
  manual: inSameStatus,
  cancel: inSameStatus,
  finish: inSameStatus,
  'cancel-dms': withSameCopies,
  'requeue-dms': withSameCopies,
}
