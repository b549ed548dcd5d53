import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../base/db/database.ts'
import { isConnected } from '../base/db/process-session.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { isOnServer } from '../testing/database.ts'
import { messagesOf } from './begun-messages.fixture.ts'

if (!isOnServer) process.stdout.write('Skipped: the embedded database has a single process.\n')

const held = holdFilingPerTest()
const messages = messagesOf(held)
const inDatabase = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(held.services.database.kysely)

const processes: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of processes.splice(0)) await end()
})

/** Services of another process on the same database, which others see until it ends. */
async function openProcess() {
  const database = await openDatabase({ url: held.services.database.url ?? '' })
  let closing: Promise<void> | undefined
  const end = () => {
    closing ??= database.close()
    return closing
  }
  processes.push(end)
  const isSeen = sql<{ isSeen: boolean }>`select ${isConnected(sql`${database.server?.processId}`)} as "isSeen"`
  await expect.poll(async () => (await inDatabase(isSeen)).rows).toEqual([{ isSeen: true }])
  return { services: { ...held.services, database }, end }
}

test.runIf(isOnServer).each(messages)(
  '%s is left to the process that is at it, and comes up again soon',
  async (_, plant) => {
    const row = await plant()
    const { services } = await openProcess()
    await row.begin(services)
    expect(await row.begin()).toBeUndefined()
    await inDatabase(sql`delete from pgboss.job where name = ${row.queue}`)
    await row.run()
    expect(await row.read()).toEqual({ status: 'sending', attempts: 1 })
    const { rows } = await inDatabase(sql<{ seconds: number }>`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = ${row.queue}`)
    expect(rows).toEqual([{ seconds: 5 }])
  },
)

test.runIf(isOnServer).each(messages)('%s of a process that was killed is begun again', async (_, plant) => {
  const row = await plant()
  const { services, end } = await openProcess()
  await row.begin(services)
  await end()
  await expect.poll(async () => (await row.begin()) !== undefined).toBe(true)
  expect(await row.read()).toEqual({ status: 'sending', attempts: 2 })
})

test.runIf(isOnServer).each(messages)('%s of a process that stands still for long is begun again', async (_, plant) => {
  const row = await plant()
  const { services } = await openProcess()
  await row.begin(services)
  await inDatabase(sql`update ${sql.table(row.table)} set leased_until = now() - interval '1 second'`)
  expect(await row.begin()).toBeDefined()
  expect(await row.read()).toEqual({ status: 'sending', attempts: 2 })
})

test.runIf(isOnServer).each(messages)('a process begins %s again that it has not sent', async (_, plant) => {
  const row = await plant()
  const { services } = await openProcess()
  await row.begin(services)
  expect(await row.begin(services)).toBeDefined()
})
