import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { noteLook } from './note-look.ts'

let held: TestServices
let id: string
beforeAll(async () => {
  held = await openTestServices()
})
afterAll(() => held?.close())
beforeEach(async () => {
  id = newId()
  await run(sql`insert into mailboxes (firm_id, id, name, address, service, folder)
    values (1, ${id}::uuid, ${id}, 'notices@one.example', 'PASSWORD', 'INBOX')`)
  await run(sql`insert into mailbox_readers (firm_id, id, process, until) values (1, ${id}::uuid, ${id}::uuid, now())`)
})

test('a reason why a mailbox cannot be read is reported once a day, whatever others come between', async () => {
  await fail('The server did not answer in time.', 'The client secret has expired.')
  await fail('The server did not answer in time.', 'The client secret has expired.')
  expect(await reported()).toEqual(['The server did not answer in time.', 'The client secret has expired.'])
  await run(sql`update mailbox_readers set told_at = told_at - interval '25 hours' where id = ${id}::uuid`)
  await fail('The client secret has expired.', 'The client secret has expired.')
  expect((await reported()).filter((reason) => reason.includes('expired'))).toHaveLength(2)
})

test('reasons that are different each time do not fill the log', async () => {
  for (let n = 0; n < 20; n += 1) await fail(`The request ${n} was refused.`)
  expect((await reported()).length).toBeLessThan(10)
})

test('a mailbox is behind since reading began to fail, or since what still waits arrived', async () => {
  const note = (isRead: boolean, lagSeconds: number) =>
    withFirm(held.services.database, 1, (trx) =>
      noteLook(trx, { firmId: 1, id, name: id, look: { problem: undefined, isRead, taken: 0, lagSeconds } }),
    )
  expect(await lag()).toBeNull()
  await note(true, 7200)
  expect(await lag()).toBe(2)
  // The reader of another process knows only how long it has failed itself.
  await note(false, 0)
  expect(await lag()).toBe(2)
  await note(true, 0)
  expect(await lag()).toBeNull()
})

async function lag(): Promise<number | null | undefined> {
  const { rows } = await run<{ hours: number | null }>(sql`
    select round(extract(epoch from now() - behind_since) / 3600)::int as hours from mailboxes where id = ${id}::uuid`)
  return rows[0]?.hours
}

async function fail(...problems: string[]): Promise<void> {
  for (const problem of problems)
    await withFirm(held.services.database, 1, (trx) =>
      noteLook(trx, { firmId: 1, id, name: id, look: { problem, isRead: false, taken: 0, lagSeconds: 0 } }),
    )
}

async function reported(): Promise<string[]> {
  const { rows } = await run<{ reason: string }>(sql`
    select facts ->> 'result' as reason from system_events where entity_id = ${id} order by created_at, id`)
  return rows.map(({ reason }) => reason)
}

function run<T>(statement: ReturnType<typeof sql<T>>) {
  return withFirm(held.services.database, 1, (trx) => statement.execute(trx))
}
