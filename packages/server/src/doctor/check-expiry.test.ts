import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { openTestServices } from '../testing/services.ts'
import { checkExpiry } from './check-expiry.ts'

test('secrets that expire within 14 days or have expired are shown as long as they are in use', async () => {
  const { services, close } = await openTestServices()
  onTestFinished(close)
  const { database } = services
  const on = (day: string) => checkExpiry(database, new Date(`${day}T09:00:00Z`))
  const account = { firm_id: 1, service: 'OAUTH', address: 'a@one.example', expires_at: '2026-12-20' }
  await withSystem(database, async (trx) => {
    await insert(trx, 'mailboxes', { ...account, id: newId(), name: 'Notices', folder: 'INBOX' })
    await insert(trx, 'mail_senders', { ...account, id: newId(), name: 'Docketing' })
    const oidc = {
      protocol: 'OIDC',
      issuer: 'https://login.example',
      client_id: 'x',
      scopes: 'openid',
      admits: 'LISTED',
    }
    const provider = { firm_id: 1, id: newId(), name: 'Entra', ...oidc, expires_at: '2026-12-21' }
    await insert(trx, 'identity_providers', provider)
  })
  expect(await on('2026-12-05')).toEqual([])
  expect(await on('2026-12-20')).toEqual([
    {
      name: 'Secret of the mailbox "Notices" of firm 1',
      state: 'warning',
      sentence: expect.stringContaining('expires on 2026-12-20. Its notices wait there from then on'),
    },
    {
      name: 'Secret of the sending account "Docketing" of firm 1',
      state: 'warning',
      sentence: expect.stringContaining('expires on 2026-12-20.'),
    },
    {
      name: 'Secret of the identity provider "Entra" of firm 1',
      state: 'warning',
      sentence: expect.stringContaining('expires on 2026-12-21. From then on no one can sign in with it'),
    },
  ])
  expect((await on('2026-12-21')).map(({ state, sentence }) => [state, sentence])).toEqual([
    ['failed', 'It expired on 2026-12-20. Replace it, or correct the day.'],
    ['failed', 'It expired on 2026-12-20. Replace it, or correct the day.'],
    ['warning', expect.stringContaining('"Entra" expires on 2026-12-21.')],
  ])
  await withSystem(database, async (trx) => {
    for (const table of ['mailboxes', 'mail_senders', 'identity_providers'])
      await sql`update ${sql.table(table)} set is_active = false`.execute(trx)
  })
  expect(await on('2026-12-21')).toEqual([])
})
