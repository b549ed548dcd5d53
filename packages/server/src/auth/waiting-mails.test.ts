import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import { recordTry, startWaitingMails } from './waiting-mails.ts'

let opened: TestServices
let services: Services
beforeAll(async () => {
  opened = await openTestServices()
  services = opened.services
})
afterAll(() => opened.close())

test('an email that another process has sent in the meantime stays sent when an earlier attempt fails', async () => {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'address_changes', {
      ...{ firm_id: 1, id, user_id: newId(), former_email: 'former@hale-osei.example', full_name: 'Ruth Osei' },
    }),
  )
  const record = (failure: string | undefined) =>
    withFirm(services.database, 1, (trx) => recordTry(trx, { table: 'address_changes', firmId: 1, id, failure }))
  await record(undefined)
  expect(await record('No answer.')).toBe(false)
  const { rows } = await sql<{ isSent: boolean; sentence: string | null }>`
    select sent_at is not null as "isSent", sentence from address_changes where id = ${id}::uuid`.execute(
    services.database.kysely,
  )
  expect(rows).toEqual([{ isSent: true, sentence: null }])
})

interface Left {
  firmId: number
  id: string
}

/** Leaves emails to be sent, and starts a process that sends them by `send`. */
function startSender(send: (to: string) => Promise<void>) {
  const find = async (_: unknown, key: Left): Promise<Left> => key
  return startWaitingMails(
    {
      ...services,
      sendMail: async ({ to }) => {
        await send(to)
        return { accepted: true, response: '250 OK' }
      },
      onError: (error) => {
        throw error
      },
    },
    {
      ...{ table: 'address_changes', entity: 'address_change', find },
      mailOf: ({ firmId, id }) => ({ to: `${firmId} ${id}`, subject: '', text: '', html: '' }),
      settle: async (trx, key, failure) => void (await recordTry(trx, { table: 'address_changes', ...key, failure })),
    },
  )
}

async function leave(firmId: number): Promise<string> {
  const id = newId()
  const row = {
    firm_id: firmId,
    id,
    user_id: newId(),
    former_email: 'former@hale-osei.example',
    full_name: 'Ruth Osei',
  }
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'address_changes', row)
    await announce(trx, { firmId, entity: 'address_change', ids: [id] })
  })
  return `${firmId} ${id}`
}

test("a firm whose mail server hangs doesn't delay the emails of another", async () => {
  const { promise: hung, resolve: release } = Promise.withResolvers<void>()
  const sent: string[] = []
  const sender = startSender(async (to) => {
    if (to.startsWith('1 ')) await hung
    sent.push(to)
  })
  const ofFirst = await leave(1)
  const ofSecond = await leave(2)
  await expect.poll(() => sent).toEqual([ofSecond])
  release()
  await expect.poll(() => sent).toEqual([ofSecond, ofFirst])
  await sender.close()
})

test('emails that wait behind a slow one are sent by another process, and once', async () => {
  const { promise: hung, resolve: release } = Promise.withResolvers<void>()
  const sent: string[] = []
  const send = async (to: string) => {
    sent.push(to)
    if (sent.length === 1) await hung
  }
  const slow = startSender(send)
  const first = await leave(1)
  await expect.poll(() => sent).toEqual([first])
  const behind = [await leave(1), await leave(1), await leave(1)]
  const other = startSender(send)
  const last = await leave(1)
  await expect.poll(() => sent.toSorted()).toEqual([first, ...behind, last].toSorted())
  release()
  await slow.close()
  await other.close()
  expect(sent.length).toBe(5)
})
