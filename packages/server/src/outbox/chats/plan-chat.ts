import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { statement } from '../../base/db/statement.ts'
import { startOver } from '../../records/outgoing/status-change.ts'

interface Plan {
  firmId: number
  envelopeId: string
  itemId: string
  groupId: string
}

/**
 * Adds the message to a group's channel when the first of its people is notified of a filing in real time: whatever
 * emails wait for, it waits for too. There is one for a filing and group, whichever notice, person or process comes first; one
 * that was withdrawn starts over.
 */
export async function planChat(trx: Trx, jobs: Pick<JobQueue, 'enqueue'>, plan: Plan): Promise<void> {
  const id = await addChat(trx, plan)
  if (id !== undefined) await jobs.enqueue(trx, 'chat', [{ firmId: plan.firmId, id }])
}

const orStartOver = startOver({
  table: 'chat_messages',
  unique: sql`firm_id, envelope_id, timekeeper_group_id`,
  over: ['withdrawn'],
  to: sql`'waiting'`,
  set: sql`inbox_item_id = excluded.inbox_item_id, group_name = excluded.group_name, service = excluded.service,
    created_at = now()`,
})

const addChat = statement<Plan, { id: string }, string | undefined>({
  columns: 'id uuid, envelope_id uuid, item_id uuid, group_id uuid',
  row: ({ envelopeId, itemId, groupId }) => ({
    id: newId(),
    envelope_id: envelopeId,
    item_id: itemId,
    group_id: groupId,
  }),
  // In one order, so that two transactions that add the same ones don't wait for each other.
  write: ({ firmId, rows }) => sql`
    with r as (
      select * from ${rows}
    ), added as (
      insert into chat_messages (firm_id, id, envelope_id, inbox_item_id, timekeeper_group_id, group_name, service)
      select distinct on (r.envelope_id, r.group_id) ${firmId}::integer, r.id, r.envelope_id, r.item_id, g.id, g.name,
        g.chat_service
      from r join timekeeper_groups g on g.firm_id = ${firmId} and g.id = r.group_id and g.chat_service is not null
      where (
        -- Meeting the row in the index would wait for the transaction that is sending it.
        select true from chat_messages m where m.firm_id = ${firmId} and m.envelope_id = r.envelope_id
          and m.timekeeper_group_id = r.group_id and m.status <> 'withdrawn' limit 1
      ) is null
      order by r.envelope_id, r.group_id, r.n
      ${orStartOver}
      returning id, envelope_id, timekeeper_group_id as group_id
    )
    select distinct on (added.id) r.n, added.id from added join r using (envelope_id, group_id) order by added.id, r.n`,
  answer: ([row]) => row?.id,
})
