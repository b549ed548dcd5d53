import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { noteSending } from '../outbox/mail/accounts/note-sending.ts'
import { changeSender, plantSender } from '../outbox/mail/accounts/planted-sender.fixture.ts'
import { openTestServices } from '../testing/services.ts'
import { checkSenders } from './check-senders.ts'

test('the sending accounts in use are shown with what is wrong', async () => {
  const { services, close } = await openTestServices()
  onTestFinished(close)
  const { database } = services
  const id = await plantSender(services, { service: 'PASSWORD', address: 'docketing@one.example', password: 'x' })
  const name = 'Sending account docketing@one.example of firm 1'
  const problem = 'The client secret has expired.'
  expect(await checkSenders(database)).toEqual([
    { name, state: 'ok', sentence: 'It has not been used since it was entered.' },
  ])
  await withFirm(database, 1, (trx) => noteSending(trx, { firmId: 1, id, name: 'A', problem }))
  expect(await checkSenders(database)).toEqual([{ name, state: 'failed', sentence: `Its emails wait. ${problem}` }])
  await changeSender(services, id, sql`is_active = false`)
  expect(await checkSenders(database)).toEqual([])
})
