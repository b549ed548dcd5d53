import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { noteLook } from '../mail/mailboxes/note-look.ts'
import { openTestServices } from '../testing/services.ts'
import { checkMailboxes } from './check-mailboxes.ts'

test('the mailboxes in use are shown with what is wrong, also while nothing runs', async () => {
  const { services, close } = await openTestServices()
  onTestFinished(close)
  const { database } = services
  const id = newId()
  const inFirm = (work: ReturnType<typeof sql>) => withFirm(database, 1, (trx) => work.execute(trx))
  await inFirm(sql`insert into mailboxes (firm_id, id, name, address, service, folder)
    values (1, ${id}::uuid, 'Notices', 'notices@one.example', 'PASSWORD', 'INBOX')`)
  const look = (problem: string | undefined, isRead: boolean, lagSeconds = 0) =>
    withFirm(database, 1, (trx) =>
      noteLook(trx, { firmId: 1, id, name: 'Notices', look: { problem, isRead, taken: isRead ? 1 : 0, lagSeconds } }),
    )
  const name = 'Mailbox "Notices" of firm 1'
  const never = 'It has not been read since it was entered. No message has been received yet.'
  expect(await checkMailboxes(database)).toEqual([{ name, state: 'ok', sentence: never }])
  await look('Google has ended this sign-in.', false)
  expect(await checkMailboxes(database)).toEqual([
    {
      name,
      state: 'failed',
      sentence: `Its notices wait there. Google has ended this sign-in. ${never} Lag: 1 minute.`,
    },
  ])
  await look(undefined, true, 3 * 3600)
  expect(await checkMailboxes(database)).toEqual([
    { name, state: 'warning', sentence: expect.stringMatching(/^Last read: .* Lag: 3 hours\.$/) },
  ])
  await look(undefined, true)
  const read = expect.stringMatching(/^Last read: [\d-]{10} \d\d:\d\d UTC\. Last message: .* UTC\.$/)
  expect(await checkMailboxes(database)).toEqual([{ name, state: 'ok', sentence: read }])
  await look("Messages were received but couldn't be flagged.", true)
  expect(await checkMailboxes(database)).toEqual([
    { name, state: 'warning', sentence: expect.stringContaining("couldn't be flagged. Last read") },
  ])
  const { rows: before } = await inFirm(sql`select checked_at from mailboxes`)
  await look('Google has ended this sign-in.', false)
  expect((await inFirm(sql`select checked_at from mailboxes`)).rows).toEqual(before)
  await inFirm(sql`update mailboxes set is_active = false`)
  expect(await checkMailboxes(database)).toEqual([])
})

test.each([
  ['PASSWORD', null, 'warning'],
  ['PASSWORD', 11, 'warning'],
  ['PASSWORD', 9, 'ok'],
  ['POSTMARK', null, 'ok'],
  ['POSTMARK', 11, 'ok'],
])('a mailbox by %s that was last read %s minutes ago is %s', async (service, minutes, state) => {
  const { services, close } = await openTestServices()
  onTestFinished(close)
  await withFirm(services.database, 1, (trx) =>
    sql`insert into mailboxes (firm_id, id, name, address, service, folder, health, updated_at, checked_at)
      values (1, ${newId()}::uuid, 'Notices', 'notices@one.example', ${service}, 'INBOX', 'healthy',
        now() - interval '1 hour', now() - make_interval(mins => ${minutes}::integer))`.execute(trx),
  )
  const late = state === 'warning' ? expect.stringContaining('check that Courtcrier is running') : anything
  expect(await checkMailboxes(services.database)).toMatchObject([{ state, sentence: late }])
})

const anything = expect.any(String)
