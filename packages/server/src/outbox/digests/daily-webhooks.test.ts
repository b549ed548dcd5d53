import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { forgetWanted } from '../../records/happenings/happenings.ts'
import { insert, plantFiling, type TestServices } from '../copies/test-filing.ts'
import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { plantScheduled, runAt, type TestMail, withTestMail } from './test-digests.ts'

const email = 'r.osei@hale-osei.example'
const at = '2026-11-21T10:00:00Z'
const due = '2026-11-21T17:00:00Z'
let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})
beforeEach(async () => {
  await plantFiling(services)
  await withFirm(services.database, 1, async (trx) => {
    const events = ['delivery.sent', 'delivery.failed']
    await insert(trx, 'webhooks', { firm_id: 1, id: newId(), name: 'Told', url: 'https://told.example', events })
    forgetWanted(trx, 1)
  })
})

test('webhooks are notified of each delivery in a daily message', async () => {
  const first = await plantScheduled(services, await plantFiling(services), { email, at })
  const second = await plantScheduled(services, await plantFiling(services), { email, at })
  await runAt(services, server.mail, due)
  await runAt(services, server.mail, '2026-11-22T17:00:00Z')
  const sentence = `Emailed to ${email} in the daily message of November 21.`
  expect(await calls()).toEqual(
    [first, second].toSorted().map((id) => ({ event: 'delivery.sent', id, status: 'sent', sentence })),
  )
})

test('webhooks are notified of each delivery whose daily message was refused', async () => {
  const id = await plantScheduled(services, await plantFiling(services), { email, at })
  const refusing: OutgoingMail = {
    ...server.mail,
    send: async () => ({ rejected: 'No such user.', isTooLarge: false }),
  }
  await runAt(services, refusing, due)
  expect(await calls()).toEqual([{ event: 'delivery.failed', id, status: 'failed', sentence: 'No such user.' }])
})

test('webhooks are not notified while a daily message waits for the mail server', async () => {
  await plantScheduled(services, await plantFiling(services), { email, at })
  const away: OutgoingMail = { ...server.mail, send: async () => ({ retry: 'The mail server is away.' }) }
  await runAt(services, away, due)
  expect(await calls()).toEqual([])
})

async function calls() {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql<object>`
      select event, payload->>'entityId' as id, payload->'facts'->>'status' as status, payload->>'sentence' as sentence
      from webhook_calls order by payload->>'entityId'`.execute(trx)
    return rows
  })
}
