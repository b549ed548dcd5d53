import { mostNamed, type Unmaking } from '@courtcrier/contract/calls/case-making.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { seesWay, sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'

interface Undoable {
  itemIds: readonly string[]
  /** The case's timekeepers. */
  assigned: readonly string[]
  /** How many of the items would need a case again. */
  notices: number
}

/** Returns what would follow from undoing a case with these notices, as far as the role may see it. */
export async function consequencesOf(
  trx: Trx,
  scope: SearchScope,
  { itemIds, assigned, notices }: Undoable,
): Promise<Unmaking> {
  const { firmId, role } = scope
  const canSee = sightOf(role)
  const ofItems = sql`firm_id = ${firmId}::integer and inbox_item_id = any(${[...itemIds]}::uuid[])`
  const { rows } = await sql<Counts>`
    select (select count(*)::int from deliveries where ${ofItems} and status in ('waiting', 'held', 'scheduled')) as waiting,
      (select count(*)::int from document_copies where ${ofItems} and status in ('new', 'delayed')) as "waitingCopies",
      (select count(*)::int from document_copies where ${ofItems} and status = 'succeeded') as copies,
      (select count(*)::int from chat_messages where ${ofItems} and status = 'sent') as channels,
      array(select distinct email from deliveries where ${ofItems} and status = 'sent' order by email) as notified,
      array(select t.full_name from timekeepers t where t.firm_id = ${firmId}::integer
        and t.id = any(${[...assigned]}::uuid[]) and ${isVisible('t', timekeeper, scope)}
        order by t.full_name, t.id) as assigned`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('counting returned nothing')
  const seesEmails = canSee(delivery, 'email') && canSee(delivery, 'status')
  const seesCopies = canSee(documentCopy, 'status')
  const seesPeople = seesWay(canSee, [
    [courtCase, 'assignedTimekeepers'],
    [timekeeper, 'fullName'],
  ])
  return {
    notices,
    waiting: seesEmails ? found.waiting : null,
    waitingCopies: seesCopies ? found.waitingCopies : null,
    notified: seesEmails ? found.notified.slice(0, mostNamed) : null,
    moreNotified: seesEmails ? Math.max(0, found.notified.length - mostNamed) : 0,
    channels: seesEmails ? found.channels : 0,
    copies: seesCopies ? found.copies : null,
    assigned: seesPeople ? found.assigned : null,
  }
}

interface Counts {
  waiting: number
  waitingCopies: number
  copies: number
  channels: number
  notified: readonly string[]
  assigned: readonly string[]
}
