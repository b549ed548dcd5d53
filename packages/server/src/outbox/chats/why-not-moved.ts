import { waysOfChat } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { findDirectors } from '../../records/directors/find-directors.ts'
import { moves } from '../../records/directors/record-moves.ts'
import { whyNotDirected } from '../../records/directors/why-not-directed.ts'
import { type Wall, whyWalledOff } from '../../records/walls/walls.ts'
import type { ChatRow } from './chat-row.ts'

interface Moves {
  /** Who was taken out of the group since its channel's address was entered. */
  out: readonly { id: string; isDeleted: boolean }[]
  /** Who of the group is notified of the filing right away. */
  notified: readonly string[]
  /** Who was put into the group since then. */
  in: readonly string[]
}

/**
 * Returns why a filing isn't announced because of a change of the group's people, as a sentence. What a change adds to the
 * channel must be visible to the person who made it: filings that a wall keeps a removed person out of, and filings of which
 * only added people are notified. What would be announced without the change still is. Entering the channel's address
 * again confirms the people in the group.
 */
export async function whyNotMoved(
  trx: Trx,
  { firmId, envelopeId }: ChatRow,
  { groupId, walls }: { groupId: string; walls: readonly Wall[] },
): Promise<string | undefined> {
  const found = await findMoves(trx, { firmId, groupId, envelopeId })
  if (found.out.length === 0 && found.in.length === 0) return undefined
  const { entity, field } = moves
  const directorsOf = await findDirectors(trx, { firmId, records: [{ entity, id: groupId }] })
  const mayNot = (value: string) =>
    whyNotDirected(directorsOf({ entity, id: groupId, field, value }), { walls, way: waysOfChat }) !== undefined
  const uncovered = found.out.filter(({ id, isDeleted }) =>
    isDeleted ? walls.length > 0 : whyWalledOff([id], walls) !== undefined,
  )
  if (uncovered.some(({ id }) => mayNot(`${moves.out}${id}`))) return takenOut
  const { notified } = found
  const isAdded = (id: string) => found.in.includes(id) && mayNot(id)
  return notified.length > 0 && notified.every(isAdded) ? added : undefined
}

async function findMoves(
  trx: Trx,
  { firmId, groupId, envelopeId }: { firmId: number; groupId: string; envelopeId: string },
): Promise<Moves> {
  const { rows } = await sql<{ id: string; isOut: boolean | null; isDeleted: boolean; isNotified: boolean }>`
    with moved as (
      select starts_with(d.value, ${moves.out}) as is_out, right(d.value, 36)::uuid as id from directors d
      where d.firm_id = ${firmId}::integer and d.entity = ${moves.entity} and d.record_id = ${groupId}
        and d.field = ${moves.field} and d.set_at > coalesce((select k.set_at from directors k
          where k.firm_id = d.firm_id and k.entity = d.entity and k.record_id = d.record_id and k.field = 'chatUrl'
            and k.value = ''), '-infinity')
    ), notified as (
      select distinct t.id, false as is_out from deliveries d join timekeepers t on t.firm_id = d.firm_id and t.id = d.timekeeper_id
      where exists (select from moved where not is_out)
        and d.firm_id = ${firmId}::integer and d.envelope_id = ${envelopeId}::uuid and d.level is not null
        and d.status not in ('held', 'scheduled', 'canceled') and t.timekeeper_group_id = ${groupId}::uuid
    )
    select coalesce(m.id, n.id)::text as id, m.is_out as "isOut", n.id is not null as "isNotified",
      not exists (select from timekeepers t where t.firm_id = ${firmId}::integer and t.id = m.id) as "isDeleted"
    from moved m full join notified n on n.id = m.id and n.is_out = m.is_out`.execute(trx)
  const ids = (which: readonly { id: string }[]) => which.map(({ id }) => id)
  return {
    out: rows.filter(({ isOut }) => isOut),
    in: ids(rows.filter(({ isOut }) => isOut === false)),
    notified: ids(rows.filter(({ isNotified }) => isNotified)),
  }
}

const takenOut =
  "An ethical wall keeps someone out of the case who was removed from the group, and the person who removed them isn't allowed to see it either. Someone who is can enter the channel's webhook address again."

const added =
  "The people in the group who were notified were added by someone who isn't allowed to see the filing. Someone who is can enter the channel's webhook address again."
