import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { whileLeased } from '../lease.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import { plantCopy as plant, queuedCopies } from './planted-copy.fixture.ts'
import { claimed, openTestServices, plantFiling, rowById, type TestServices } from './test-filing.ts'

const leaseMs = 60_000

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})
afterEach(() => services.close())

test('a copy that another process is saving is left to it, and looked at again when its lease ends', async () => {
  const id = await plantCopy()
  const kind = copyKind(services, { leaseMs })
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const slow = openKind({
    ...kind,
    perform: async (copy) => {
      begun.resolve()
      await go.promise
      return kind.perform(copy)
    },
  })
  const saving = slow.run(claimed({ firmId: 1, id }))
  await begun.promise
  await otherProcess(id)
  expect(await copyRow(id)).toMatchObject({ status: 'started', attempts: 1 })
  const [next] = await queued()
  expect(next?.data).toEqual({ firmId: 1, id })
  expect(Number(next?.seconds)).toBeGreaterThan(30)
  go.resolve()
  await saving
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 1, leased_until: null })
})

test('of two processes that claim a copy at the same moment, one saves it', async () => {
  const id = await plantCopy()
  let performed = 0
  const begin = () => {
    const kind = copyKind(services, { leaseMs })
    const perform: typeof kind.perform = async (copy) => {
      performed++
      return kind.perform(copy)
    }
    return openKind({ ...kind, perform }).run(claimed({ firmId: 1, id }))
  }
  await Promise.all([begin(), begin()])
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 1 })
  expect(performed).toBe(1)
})

test('a copy whose process was killed is continued once its lease is over', async () => {
  const id = await plantCopy({ status: 'started', attempts: 1 })
  await leaseUntil(id, sql`now() + interval '1 minute'`)
  await otherProcess(id)
  expect(await copyRow(id)).toMatchObject({ status: 'started', attempts: 1 })
  await leaseUntil(id, sql`now() - interval '1 second'`)
  await otherProcess(id)
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 2 })
})

test('a copy whose process was killed while the clock was ahead is continued once it is right', async () => {
  const id = await plantCopy({ status: 'started', attempts: 1 })
  await leaseUntil(id, sql`now() + interval '5 hours'`)
  await otherProcess(id)
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 2 })
})

test('an attempt that outlasted its lease records nothing over the next one, which finds what it saved', async () => {
  const id = await plantCopy()
  const kind = copyKind(services, { leaseMs })
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
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
    ...copyKind(services, { leaseMs }),
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

test('a process begins again at once with a copy that it claimed and did not save', async () => {
  const id = await plantCopy()
  const kind = copyKind(services, { leaseMs })
  // As after a claim whose commit was answered by no one.
  const failing = openKind({ ...kind, perform: () => Promise.reject(new Error('lost')) })
  await expect(failing.run(claimed({ firmId: 1, id }))).rejects.toThrow('lost')
  await otherProcess(id)
  expect(await copyRow(id)).toMatchObject({ status: 'started', attempts: 1 })
  await openKind(kind).run(claimed({ firmId: 1, id }))
  expect(await copyRow(id)).toMatchObject({ status: 'succeeded', attempts: 2, leased_by: null })
})

test('a lease is prolonged while its copy is being saved, and not by an attempt that has lost it', async () => {
  const id = await plantCopy({ status: 'started', attempts: 2 })
  await leaseUntil(id, sql`now() - interval '1 hour'`)
  const before = (await copyRow(id)).leased_until
  const isProlonged = () =>
    expect.poll(async () => (await copyRow(id)).leased_until, { timeout: 60_000 }).not.toEqual(before)
  const during = (attempts: number, work: () => Promise<unknown>) =>
    whileLeased(
      services,
      {
        ...{ table: 'document_copies', status: 'started', row: { firmId: 1, id, attempts } },
        lease: { ms: 90, by: newId() },
      },
      work,
    )
  await during(1, () => new Promise((resolve) => setTimeout(resolve, 200)))
  expect((await copyRow(id)).leased_until).toEqual(before)
  await during(2, isProlonged)
})

const otherProcess = (id: string) => openKind(copyKind(services, { leaseMs })).run(claimed({ firmId: 1, id }))

const queued = () => queuedCopies(services)
const copyRow = (id: string) => rowById(services, 'document_copies', id)

async function leaseUntil(id: string, until: ReturnType<typeof sql>): Promise<void> {
  await withSystem(services.database, (trx) =>
    sql`update document_copies set leased_until = ${until} where id = ${id}::uuid`.execute(trx),
  )
}

async function plantCopy(values: Record<string, unknown> = {}): Promise<string> {
  return plant(services, await plantFiling(services, { documents: [{ content: 'bytes' }] }), values)
}
