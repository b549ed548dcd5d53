import { permittedField } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { sql } from 'kysely'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import type { MessagePart } from '../../courts/message/message.ts'
import type { SenderCheck } from '../../mail/sender-check.ts'
import type { Caller } from '../../records/caller.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** The permission to read a message as it was received, or as it is shown. */
export type MessageField = 'raw_content' | 'html_content'

/** A message as it is stored. */
export interface StoredMessage {
  /** In the blob store. */
  file: string
  /** The saved result of the sender check; null if it hasn't run. */
  sender: Pick<SenderCheck, 'originalIds' | 'believed'> | null
  /** Which notice of the message the item is; null if it has only one. */
  part: MessagePart | null
}

/**
 * Returns the message of an item. Throws `not_found` if the caller may not see the item, and `forbidden` if the role may not
 * read messages, or the message has another notice that the caller may not see.
 */
export async function findStoredMessage(
  { database }: Pick<Services, 'database'>,
  { caller, id, field }: { caller: Caller; id: string; field: MessageField },
): Promise<StoredMessage> {
  if (permittedField(inboxItem.subject, field, caller.role) === 'DENY') throw new ApiError('forbidden')
  const found = await withFirm(database, caller.firmId, async (trx) => {
    const { rows } = await sql<StoredMessage & { isSeen: boolean }>`
      select raw_content as file, p.outcomes #> '{authenticate,result}' as sender,
        p.outcomes #> '{receive,part}' as part, not exists (
          select from inbox_items whole where whole.firm_id = t.firm_id and whole.id = t.parent_id
            and (whole.raw_content = t.raw_content or p.outcomes #> '{receive,part}' is not null) and not ${isVisible('whole', inboxItem, caller)}) as "isSeen"
      from inbox_items t left join item_progress p on p.firm_id = t.firm_id and p.id = t.id
      where t.firm_id = ${caller.firmId} and t.id = ${id}::uuid and ${isVisible('t', inboxItem, caller)}`.execute(trx)
    return rows[0]
  })
  if (!found) throw new ApiError('not_found')
  if (!found.isSeen) throw new ApiError('forbidden', { sentence: holdsOthers })
  return found
}

const holdsOthers = 'The message also contains a notice that you may not see.'
