import { sql } from 'kysely'
import type { ChangeFeed } from '../base/db/changes.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { storableText } from '../base/db/storable-text.ts'
import { failureOf } from '../outbox/mail/send-failure.ts'
import type { SendMail, SystemMail } from '../outbox/mail/system-mail.ts'

/** Interval in milliseconds for retrying what an announcement lost or a mail server refused. */
const sweepMs = 60_000

/** How often an email is tried before it is given up. */
export const mostTries = 20

export interface WaitingMailDeps {
  database: Database
  feed: ChangeFeed
  sendMail: SendMail
  onError: (error: unknown) => void
}

/** Emails that a change left to be sent in its transaction. */
interface WaitingMails<Item extends { firmId: number }> {
  /** Announced when one is left. */
  entity: string
  /** Claims what is due; anything a process claimed and didn't settle is due again after a few minutes. */
  claim: (database: Database) => Promise<readonly Item[]>
  mailOf: (item: Item) => SystemMail
  /** Records that it was sent, or why not. */
  settle: (trx: Trx, item: Item, failure: string | undefined) => Promise<void>
}

/** Sends emails as they are left, and those a process left behind when it ended. */
export function startWaitingMails<Item extends { firmId: number }>(
  deps: WaitingMailDeps,
  mails: WaitingMails<Item>,
): { close: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const work = () => {
    running = running.then(() => sendWaiting(deps, mails)).catch(deps.onError)
  }
  const unsubscribe = deps.feed.subscribe((change) => {
    if (change.entity === mails.entity) work()
  })
  const sweep = setInterval(work, sweepMs)
  sweep.unref()
  return {
    close: async () => {
      unsubscribe()
      clearInterval(sweep)
      await running
    },
  }
}

interface TriedMail {
  table: 'sign_in_alerts' | 'address_changes' | 'way_back_notices'
  firmId: number
  id: string
  failure: string | undefined
}

/**
 * Records that an email was sent, or why not. Returns whether it failed for the first time: only that is logged. What
 * another process has sent in the meantime stays so: it must not be sent again.
 */
export async function recordTry(trx: Trx, { table, firmId, id, failure }: TriedMail): Promise<boolean> {
  const { rows } = await sql<{ hasFailed: boolean }>`
    update ${sql.table(table)} t set sent_at = ${failure === undefined ? sql`now()` : sql`null`},
      sentence = ${failure === undefined ? null : storableText(failure)}
    from ${sql.table(table)} former
    where t.firm_id = ${firmId}::integer and t.id = ${id}::uuid and former.firm_id = t.firm_id and former.id = t.id
      and (t.sent_at is null or ${failure === undefined}::boolean)
    returning former.sentence is not null as "hasFailed"`.execute(trx)
  return failure !== undefined && rows[0]?.hasFailed === false
}

async function sendWaiting<Item extends { firmId: number }>(
  deps: WaitingMailDeps,
  { claim, mailOf, settle }: WaitingMails<Item>,
): Promise<void> {
  for (const item of await claim(deps.database)) {
    const failure = failureOf(await deps.sendMail({ ...mailOf(item), firmId: item.firmId }))
    await withFirmWrite(deps.database, item.firmId, (trx) => settle(trx, item, failure))
  }
}
