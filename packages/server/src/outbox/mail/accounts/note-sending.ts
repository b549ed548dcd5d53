import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { sql } from 'kysely'
import { announce } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import { withFirm } from '../../../base/db/firm-transaction.ts'
import { storableText } from '../../../base/db/storable-text.ts'
import type { Services } from '../../../base/services.ts'
import { recordEvent } from '../../../records/audit.ts'
import { isFirstToday } from '../../told-today.ts'

interface Noted {
  firmId: number
  id: string
  name: string
  /** Why nothing can be sent; undefined if it can. */
  problem: string | undefined
  /** Whether the service refused the sign-in, so that someone must mend it. */
  isRefused?: boolean
}

/** How often what an account does is saved if nothing changes, in milliseconds. */
const noteEveryMs = 5 * 60_000

/** Notes how sending by one account went. */
export interface SendingNotes {
  note: (problem: string | undefined, isRefused?: boolean) => void
  /** Resolves when what was noted is saved. */
  settled: () => Promise<void>
}

/** Saves what changes, and now and then that it is still so. */
export function openSendingNotes(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { firmId, id, name }: Omit<Noted, 'problem' | 'isRefused'>,
): SendingNotes {
  let last: { problem: string | undefined; at: number } | undefined
  let saving = Promise.resolve()
  const save = async (problem: string | undefined, isRefused: boolean) => {
    try {
      await withFirm(database, firmId, (trx) => noteSending(trx, { firmId, id, name, problem, isRefused }))
    } catch (err) {
      last = undefined
      log.warn({ err, sender: id }, 'the state of a sending account could not be saved')
    }
  }
  return {
    note: (problem, isRefused = false) => {
      const now = performance.now()
      if (last && last.problem === problem && now - last.at < noteEveryMs) return
      last = { problem, at: now }
      // One after the other, so that an earlier state doesn't overwrite a later one.
      saving = saving.then(() => save(problem, isRefused))
    },
    settled: () => saving,
  }
}

/** Saves how a sending account does, and notifies administrators once a day, for each reason, that nothing can be sent by it. */
export async function noteSending(trx: Trx, { firmId, id, name, problem, isRefused = false }: Noted): Promise<void> {
  const health = problem === undefined ? 'healthy' : 'failing'
  const { rows } = await sql<{ isChanged: boolean }>`
    with before as (
      select health, sentence from mail_senders where firm_id = ${firmId} and id = ${id}::uuid for update
    ) update mail_senders s set health = ${health}, sentence = ${storableText(problem ?? '').slice(0, 1000) || null}::text, checked_at = now()
      from before where s.firm_id = ${firmId} and s.id = ${id}::uuid
      returning (before.health, before.sentence) is distinct from (s.health, s.sentence) as "isChanged"`.execute(trx)
  if (rows[0]?.isChanged) await announce(trx, { firmId, entity: mailSender.name, ids: [id] })
  if (rows.length > 0 && problem !== undefined) await tellDaily(trx, { firmId, id, name, problem, isRefused })
}

async function tellDaily(
  trx: Trx,
  { firmId, id, name, problem, isRefused }: Required<Noted> & { problem: string },
): Promise<void> {
  const about = { firmId, entity: mailSender.name, action: 'sender_failing' } as const
  const result = problem.slice(0, 1000)
  if (!(await isFirstToday(trx, { alerts: 'mail_sender_alerts', ...about, id, reason: result }))) return
  await recordEvent(trx, {
    ...about,
    level: 'ERROR',
    type: 'other',
    sentence: `No email can be sent by the account "${name}", so emails wait. ${problem}`,
    entityId: id,
    recordTitle: name,
    facts: { result, ...(isRefused ? { refused: 'sign-in' } : {}) },
  })
}
