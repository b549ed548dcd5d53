import { sql } from 'kysely'
import { withSystem } from '../db/firm-transaction.ts'
import { newId } from '../db/ids.ts'
import { type OutgoingMail, openOutgoingMail } from '../delivery/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../delivery/test-mail-server.ts'
import type { Services } from '../services.ts'
import { claimed, insert, type TestFiling } from '../storage/test-filing.ts'
import { claimAllDue } from './schedule.ts'
import { sendDigest } from './send-digest.ts'

export interface TestMail {
  catcher: MailCatcher
  mail: OutgoingMail
  close: () => Promise<void>
}

/** A mail server that takes what it is sent, and the connection to it; for tests. */
export async function openTestMail(services: Services): Promise<TestMail> {
  const catcher = await openMailCatcher()
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  const mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
  return {
    catcher,
    mail,
    close: async () => {
      mail.close()
      await catcher.close()
    },
  }
}

/** A timekeeper, in a group of their own when `group` says how it is told; for tests. */
export async function plantPerson(
  services: Services,
  email: string,
  { group, ...values }: Record<string, unknown> & { group?: Record<string, unknown> } = {},
): Promise<string> {
  const [id, groupId] = [newId(), newId()]
  await withSystem(services.database, async (trx) => {
    if (group)
      await insert(trx, 'timekeeper_groups', { firm_id: 1, id: groupId, name: groupId, time_zone: 'UTC', ...group })
    await insert(trx, 'timekeepers', {
      firm_id: 1,
      id,
      email,
      full_name: `Person ${email.split('@')[0]}`,
      ...(group ? { timekeeper_group_id: groupId } : {}),
      ...values,
    })
  })
  return id
}

/** A delivery that waits for the daily message since `at`; for tests. */
export async function plantScheduled(
  services: Services,
  filing: TestFiling,
  { at, ...values }: { at: string; email: string } & Record<string, unknown>,
): Promise<string> {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'deliveries', {
      firm_id: filing.firmId,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      method: 'PDF',
      message_id: id,
      attempts: 0,
      status: 'scheduled',
      cadence: 'DAILY',
      reason: 'Assigned to the case Acme, Inc. v. Doe.',
      created_at: at,
      ...values,
    }),
  )
  return id
}

/** Ids of the messages by the clock that are not over. */
export async function unfinished(services: Services): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from digests where status in ('waiting', 'sending') order by id`.execute(services.database.kysely)
  return rows.map(({ id }) => id)
}

/** Finds and sends what is due at a moment, as a worker does; for tests. */
export async function runAt(services: Services, mail: OutgoingMail, now: string): Promise<number> {
  const count = await claimAllDue(services, new Date(now))
  for (const id of await unfinished(services)) await sendDigest(services, mail, claimed({ firmId: 1, id }))
  return count
}
