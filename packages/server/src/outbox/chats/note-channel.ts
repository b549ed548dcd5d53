import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import { isFirstToday } from '../told-today.ts'

interface Noted {
  firmId: number
  /** The preference group's. */
  id: string
  name: string
  /** The address that was tried, as sealed. */
  sealedUrl: Uint8Array
  /** Why the channel is paused; undefined if it takes messages. */
  problem: string | undefined
}

/**
 * Saves how a group's channel does, and notifies administrators once a day, for each reason, that it is paused. Returns false if the group has
 * another address by now, of which nothing is known.
 */
export async function noteChannel(trx: Trx, { firmId, id, name, sealedUrl, problem }: Noted): Promise<boolean> {
  if (!(await hasAddress(trx, { firmId, id, sealedUrl }))) return false
  const health = problem === undefined ? 'healthy' : 'paused'
  const { rows } = await sql`
    update timekeeper_groups set chat_health = ${health}, chat_sentence = ${problem?.slice(0, 1000) ?? null}::text
    where firm_id = ${firmId} and id = ${id}::uuid
      and (chat_health, chat_sentence) is distinct from (${health}::text, ${problem?.slice(0, 1000) ?? null}::text)
    returning id`.execute(trx)
  if (rows.length > 0) await announce(trx, { firmId, entity: timekeeperGroup.name, ids: [id] })
  if (problem !== undefined) await tellDaily(trx, { firmId, id, name, problem })
  return true
}

async function hasAddress(trx: Trx, { firmId, id, sealedUrl }: Pick<Noted, 'firmId' | 'id' | 'sealedUrl'>) {
  const { rows } = await sql`select from timekeeper_groups
    where firm_id = ${firmId} and id = ${id}::uuid and chat_url = ${Buffer.from(sealedUrl)} for no key update`.execute(
    trx,
  )
  return rows.length > 0
}

async function tellDaily(
  trx: Trx,
  { firmId, id, name, problem }: Omit<Noted, 'sealedUrl'> & { problem: string },
): Promise<void> {
  const about = { firmId, entity: timekeeperGroup.name, action: 'chat_paused' } as const
  const result = problem.slice(0, 1000)
  if (!(await isFirstToday(trx, { alerts: 'chat_alerts', ...about, id, reason: result }))) return
  await recordEvent(trx, {
    ...about,
    level: 'ERROR',
    type: 'notification process error (user)',
    sentence: `The chat channel of "${name}" is paused, so filings aren't announced there. ${problem}`,
    entityId: id,
    recordTitle: name,
    facts: { result },
  })
}
