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
  const look = (problem: string | undefined, isRead: boolean) =>
    withFirm(database, 1, (trx) =>
      noteLook(trx, { firmId: 1, id, name: 'Notices', look: { problem, isRead, taken: isRead ? 1 : 0 } }),
    )
  const name = 'Mailbox "Notices" of firm 1'
  const never = 'No message has been received yet.'
  expect(await checkMailboxes(database)).toEqual([
    { name, state: 'ok', sentence: `It has not been read since it was entered. ${never}` },
  ])
  await look('Google has ended this sign-in.', false)
  expect(await checkMailboxes(database)).toEqual([
    { name, state: 'failed', sentence: `Its notices wait there. Google has ended this sign-in. ${never}` },
  ])
  await look(undefined, true)
  const read = expect.stringMatching(/^Last read: [\d-]{10} \d\d:\d\d UTC\. Last message: .* UTC\.$/)
  expect(await checkMailboxes(database)).toEqual([{ name, state: 'ok', sentence: read }])
  await look("Messages were received but couldn't be flagged.", true)
  expect(await checkMailboxes(database)).toEqual([
    { name, state: 'warning', sentence: expect.stringContaining("couldn't be flagged. Last read") },
  ])
  await inFirm(sql`update mailboxes set is_active = false`)
  expect(await checkMailboxes(database)).toEqual([])
})
