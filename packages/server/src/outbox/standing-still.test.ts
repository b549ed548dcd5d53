import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { isOnServer } from '../testing/database.ts'
import { workOf } from './begun-messages.fixture.ts'
import { useOtherProcesses } from './other-process.fixture.ts'

if (!isOnServer) process.stdout.write('Skipped: the embedded database has a single process.\n')

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })
const work = workOf(held)
const inDatabase = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(held.services.database.kysely)
const openOther = useOtherProcesses()
const openProcess = () => openOther(held.services)

test.runIf(isOnServer).each(work)(
  '%s is left to the process that is at it, and comes up again soon',
  async (_, plant) => {
    const row = await plant()
    const { services } = await openProcess()
    await row.begin(services)
    expect(await row.begin()).toBeUndefined()
    await inDatabase(sql`delete from pgboss.job where name = ${row.queue}`)
    await row.run()
    expect(await row.read()).toEqual({ status: row.underWay, attempts: 1 })
    const { rows } = await inDatabase(sql<{ seconds: number }>`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = ${row.queue}`)
    expect(rows).toEqual([{ seconds: 5 }])
  },
)

test.runIf(isOnServer).each(work)('%s of a process that was killed is begun again', async (_, plant) => {
  const row = await plant()
  const { services, end } = await openProcess()
  await row.begin(services)
  await end()
  // Well before its lease ends.
  await expect.poll(async () => (await row.begin()) !== undefined, { timeout: 30_000 }).toBe(true)
  expect(await row.read()).toEqual({ status: row.underWay, attempts: 2 })
})

test.runIf(isOnServer).each(work)('%s of a process that stands still for long is begun again', async (_, plant) => {
  const row = await plant()
  const { services } = await openProcess()
  await row.begin(services)
  await inDatabase(sql`update ${sql.table(row.table)} set leased_until = now() - interval '1 second'`)
  expect(await row.begin()).toBeDefined()
  expect(await row.read()).toEqual({ status: row.underWay, attempts: 2 })
})

test.runIf(isOnServer).each(work)('a process begins %s again that it has not finished', async (_, plant) => {
  const row = await plant()
  const { services } = await openProcess()
  await row.begin(services)
  expect(await row.begin(services)).toBeDefined()
})
