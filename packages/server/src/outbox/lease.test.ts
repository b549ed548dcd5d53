import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { holdFilingPerTest } from '../records/outgoing/filing-per-test.fixture.ts'
import { isOnServer } from '../testing/database.ts'
import { copyKind } from './copies/kind.ts'
import { plantCopy as plant } from './copies/planted-copy.fixture.ts'
import { claimed, rowById } from './copies/test-filing.ts'
import { whileLeased } from './lease.ts'
import { useOtherProcesses } from './other-process.fixture.ts'
import { openKind } from './run.ts'

if (!isOnServer) process.stdout.write('Partly skipped: the embedded database has a single process.\n')

const held = holdFilingPerTest({ documents: [{ content: 'bytes' }] })
const openProcess = useOtherProcesses()
const plantCopy = (values: Record<string, unknown> = {}) => plant(held.services, held.filing, values)
const copyRow = (id: string) => rowById(held.services, 'document_copies', id)

async function leaseUntil(id: string, until: ReturnType<typeof sql>): Promise<void> {
  await sql`update document_copies set leased_until = ${until} where id = ${id}::uuid`.execute(
    held.services.database.kysely,
  )
}

test.runIf(isOnServer)('of two processes that claim a copy at the same moment, one saves it', async () => {
  const id = await plantCopy()
  const other = await openProcess(held.services)
  let performed = 0
  const begin = (services: typeof held.services) => {
    const kind = copyKind(services)
    const perform: typeof kind.perform = async (copy) => {
      performed++
      return kind.perform(copy)
    }
    return openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
  }
  await Promise.all([begin(held.services), begin(other.services)])
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 1, leased_until: null })
  expect(performed).toBe(1)
})

test.runIf(isOnServer)('a lease that a clock gave which was ahead is over once the clock is right', async () => {
  const id = await plantCopy({ status: 'started', attempts: 1 })
  const { services } = await openProcess(held.services)
  await openKind({ ...copyKind(services), perform: () => Promise.reject(new Error('still')) })
    .run(claimed({ firmId: 1, id }))
    .catch(() => undefined)
  await leaseUntil(id, sql`now() + interval '5 hours'`)
  await openKind(copyKind(held.services)).run(claimed({ firmId: 1, id }))
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 3 })
})

test('an attempt that outlasted its lease records nothing over the next one, which finds what it saved', async () => {
  const id = await plantCopy()
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const kind = copyKind(held.services)
  const hung = openKind({
    ...kind,
    perform: async (copy) => {
      const end = await kind.perform(copy)
      begun.resolve()
      await go.promise
      return end
    },
  })
  const saving = hung.run(claimed({ firmId: 1, id }))
  await begun.promise
  await leaseUntil(id, sql`now() - interval '1 second'`)
  const next = openKind({
    ...kind,
    perform: async (copy) => {
      go.resolve()
      await saving
      expect(await copyRow(id)).toMatchObject({ status: 'started', attempts: 2, sentence: null })
      return kind.perform(copy)
    },
  })
  await next.run(claimed({ firmId: 1, id }))
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 2 })
  expect((await copyRow(id)).sentence).toMatch(/^Already in the DMS/)
})

test('a lease is prolonged while its copy is being saved, and not by an attempt that has lost it', async () => {
  const id = await plantCopy({ status: 'started', attempts: 2, begun: 2 })
  await leaseUntil(id, sql`now() - interval '1 hour'`)
  const before = (await copyRow(id)).leased_until
  const isProlonged = () =>
    expect.poll(async () => (await copyRow(id)).leased_until, { timeout: 60_000 }).not.toEqual(before)
  const during = (begun: number, work: () => Promise<unknown>) =>
    whileLeased(
      held.services,
      {
        ...{ table: 'document_copies', status: 'started', row: { firmId: 1, id, begun } },
        lease: { ms: 90, by: newId() },
      },
      work,
    )
  await during(1, () => new Promise((resolve) => setTimeout(resolve, 200)))
  expect((await copyRow(id)).leased_until).toEqual(before)
  await during(2, isProlonged)
})
