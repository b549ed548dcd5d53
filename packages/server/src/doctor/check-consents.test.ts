import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { changeSender, plantSender } from '../outbox/mail/accounts/planted-sender.fixture.ts'
import { openTestServices } from '../testing/services.ts'
import { checkConsents } from './check-consents.ts'

test('accounts that a person signs in to say whether someone has, and whether that ends', async () => {
  const { services, close } = await openTestServices()
  onTestFinished(close)
  const { database } = services
  const id = await plantSender(services, { service: 'GOOGLE_USER', address: 'docketing@one.example' })
  const name = 'Sign-in of the sending account docketing@one.example of firm 1'
  expect(await checkConsents(database)).toEqual([
    { name, state: 'warning', sentence: expect.stringContaining('No one has signed in yet.') },
  ])
  await changeSender(services, id, sql`signed_in_at = now()`)
  expect(await checkConsents(database)).toMatchObject([{ state: 'ok' }])
  await changeSender(services, id, sql`sign_in_ends_at = now() + interval '3 days'`)
  expect(await checkConsents(database)).toMatchObject([
    { state: 'warning', sentence: expect.stringContaining('It ends on') },
  ])
  await withSystem(database, (trx) =>
    sql`insert into mail_grants (firm_id, id, sender_id, refresh_token, refused)
      values (1, ${id}::uuid, ${id}::uuid, '', 'Google has ended this sign-in.')`.execute(trx),
  )
  expect(await checkConsents(database)).toEqual([{ name, state: 'failed', sentence: 'Google has ended this sign-in.' }])
  await changeSender(services, id, sql`is_active = false`)
  expect(await checkConsents(database)).toEqual([])
})
