import { sql } from 'kysely'
import type { ChangeFeed } from '../base/db/changes.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { storableText } from '../base/db/storable-text.ts'
import { failureOf } from '../outbox/mail/send-failure.ts'
import type { SendMail, SystemMail } from '../outbox/mail/system-mail.ts'

/** Interval in milliseconds for retrying what an announcement lost or a mail server refused. */
const sweepMs = 60_000

/** How often an email is tried before it is given up. An outage lasts hours: twenty tries take most of a day. */
const mostTries = 20

export interface WaitingMailDeps {
  database: Database
  feed: ChangeFeed
  sendMail: SendMail
  onError: (error: unknown) => void
}

type WaitingTable = 'sign_in_alerts' | 'address_changes' | 'way_back_notices'

/** Emails that a change left to be sent in its transaction. */
interface WaitingMails<Item> {
  table: WaitingTable
  /** Announced when one is left. */
  entity: string
  /** Returns what one says, and undefined if it needn't be sent anymore. */
  find: (trx: Trx, mail: MailKey) => Promise<Item | undefined>
  mailOf: (item: Item) => SystemMail
  /** Records that it was sent, or why not. */
  settle: (trx: Trx, item: Item, failure: string | undefined) => Promise<void>
}

interface MailKey {
  firmId: number
  id: string
}

/**
 * Sends emails as they are left, and those a process left behind when it ended: one after another for a firm, so that one
 * whose mail server hangs delays no other. Closing it waits for those under way.
 */
export function startWaitingMails<Item>(
  deps: WaitingMailDeps,
  mails: WaitingMails<Item>,
): { close: () => Promise<void> } {
  const closing = new AbortController()
  const lanes = new Map<number, Lane>()
  const work = (firmId: number) => {
    const known = lanes.get(firmId)
    if (known) known.isWanted = true
    else startLane({ deps, mails, lanes, isClosed: () => closing.signal.aborted }, firmId)
  }
  const unsubscribe = deps.feed.subscribe((change) => {
    if (change.entity === mails.entity) work(change.firmId)
  })
  const sweep = setInterval(() => {
    firmsWithDue(deps.database, mails.table)
      .then((firms) => firms.forEach(work))
      .catch(deps.onError)
  }, sweepMs)
  sweep.unref()
  return {
    close: async () => {
      closing.abort()
      unsubscribe()
      clearInterval(sweep)
      await Promise.all([...lanes.values()].map(({ done }) => done))
    },
  }
}

/** The emails of one firm that are being sent. */
interface Lane {
  /** One more may have been left since it was looked for. */
  isWanted: boolean
  done: Promise<void>
}

interface LaneDeps<Item> {
  deps: WaitingMailDeps
  mails: WaitingMails<Item>
  lanes: Map<number, Lane>
  isClosed: () => boolean
}

function startLane<Item>({ deps, mails, lanes, isClosed }: LaneDeps<Item>, firmId: number): void {
  const lane: Lane = { isWanted: true, done: Promise.resolve() }
  lanes.set(firmId, lane)
  const run = async () => {
    while (lane.isWanted && !isClosed()) {
      lane.isWanted = false
      lane.isWanted ||= await sendNext(deps, mails, firmId)
    }
  }
  lane.done = run()
    .catch(deps.onError)
    .finally(() => lanes.delete(firmId))
}

interface TriedMail extends MailKey {
  table: WaitingTable
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

/** Returns whether there was an email to be sent. */
async function sendNext<Item>(
  { database, sendMail }: WaitingMailDeps,
  { table, find, mailOf, settle }: WaitingMails<Item>,
  firmId: number,
): Promise<boolean> {
  const claimed = await withSystem(database, async (trx) => {
    const id = await claimNext(trx, table, firmId)
    return id === undefined ? undefined : { item: await find(trx, { firmId, id }) }
  })
  if (!claimed) return false
  const { item } = claimed
  if (!item) return true
  const failure = failureOf(await sendMail({ ...mailOf(item), firmId }))
  await withFirmWrite(database, firmId, (trx) => settle(trx, item, failure))
  return true
}

/** Claims the email of a firm that has been due for longest: what a process claims and doesn't settle is due again later. */
async function claimNext(trx: Trx, table: WaitingTable, firmId: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set tries = tries + 1, next_try_at = now() + interval '5 minutes' * least(tries + 1, 12)
    where firm_id = ${firmId}::integer and id = (select w.id from ${sql.table(table)} w
      where w.firm_id = ${firmId}::integer and ${isDue}
      order by w.next_try_at, w.id limit 1 for update skip locked)
    returning id`.execute(trx)
  return rows[0]?.id
}

async function firmsWithDue(database: Database, table: WaitingTable): Promise<readonly number[]> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql<{ firmId: number }>`
      select distinct w.firm_id as "firmId" from ${sql.table(table)} w where ${isDue}`.execute(trx)
    return rows.map(({ firmId }) => firmId)
  })
}

const isDue = sql`w.sent_at is null and w.next_try_at <= now() and w.tries < ${sql.lit(mostTries)}`
