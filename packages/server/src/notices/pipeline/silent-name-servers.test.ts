import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { LaterArrival, Origin } from '../../mail/origin.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { examineWith } from '../../mail/sender-evidence.ts'
import { makeDns, makeMail, sign } from '../../mail/testing/court-mail.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { withHeader } from '../../mail/testing/signed-mail.ts'
import { BrokenOffError } from '../../mail/why-not-examined.ts'
import { openTestServices, type TestServices } from '../../testing/services.ts'
import { type Patience, patience } from './examine-arrivals.ts'
import { workLaterArrivals } from './later-arrivals.ts'
import type { PipelineDeps } from './run.ts'
import { seenItem } from './seen-item.fixture.ts'
import type { StageDeps } from './stage.ts'

let held: TestServices
/** As if the name servers of `silent.example`, which never answer, had been waited for as long as for any. */
let giveUp: () => void
let deps: PipelineDeps

beforeEach(async () => {
  held = await openTestServices()
  const { services } = held
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  giveUp = () => reject(new BrokenOffError('they were waited for long enough'))
  const examine = examineWith(makeDns().resolve)
  const { config, secrets } = services
  const stageDeps = (read: StageDeps['read']) =>
    ({
      ...{ config, secrets, read },
      formats: async () => [],
      examine: (asked) => (Buffer.from(asked.raw).includes('silent.example') ? promise : examine(asked)),
    }) satisfies Partial<StageDeps> as unknown as StageDeps
  deps = { services, stageDeps } as unknown as PipelineDeps
})
afterEach(async () => {
  giveUp()
  await held.close()
})

const endless: Patience = { examinationMs: 2 ** 31 - 1, runMs: 2 ** 31 - 1 }
const fromStranger: Origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@relay.example' }

async function receive(firmId: number, raw: Buffer, origin: Origin = {}): Promise<string> {
  return (await receiveMessage(held.services, { firmId, raw, via: 'smtp', source: 'somewhere', origin })).itemId
}

/** Receives a notice that proves nothing, which a person looks at, and then copies of it. */
async function receiveAgain(firmId: number, unsigned: Buffer, copies: readonly Buffer[]): Promise<string> {
  const id = await receive(firmId, unsigned, fromStranger)
  await withSystem(held.services.database, (trx) =>
    sql`update inbox_items set status = 'Action Required' where id = ${id}::uuid`.execute(trx),
  )
  for (const copy of copies) expect(await receive(firmId, copy)).toBe(id)
  return id
}

const passedSilent = (raw: Buffer, n: number) => withHeader(raw, `Received: by ${n}.silent.example; now`, 'added')

async function ofCourt(firmId: number): Promise<string> {
  const unsigned = await makeMail()
  return receiveAgain(firmId, unsigned, [await sign(unsigned, 'cand.uscourts.gov')])
}

async function silent(firmId: number, count = 1): Promise<string> {
  const unsigned = await makeMail()
  return receiveAgain(
    firmId,
    unsigned,
    Array.from({ length: count }, (_, n) => passedSilent(unsigned, n)),
  )
}

const isReadAgain = (id: string) =>
  eventually(() => seenItem(held.services, id)).toMatchObject({
    status: 'New',
    history: expect.stringContaining('This copy proves its sender'),
  })

async function waitingOf(id: string): Promise<readonly LaterArrival[]> {
  return withSystem(held.services.database, async (trx) => {
    const { rows } = await sql<{ again: LaterArrival[] | null }>`
      select outcomes #> '{receive,again}' as again from item_progress where id = ${id}::uuid`.execute(trx)
    return rows[0]?.again ?? []
  })
}

test("however many notices of a stranger's silent name servers a firm has, another firm's is examined", async () => {
  for (let n = 0; n < 12; n++) await silent(1)
  const own = await ofCourt(2)
  workLaterArrivals(deps, endless)
  await isReadAgain(own)
})

const triesOf = async (id: string) =>
  (await waitingOf(id)).map(({ tries, after }) => ({ tries, isLater: after !== undefined }))
const onceOf = (count: number) => Array.from({ length: count }, () => ({ tries: 1, isLater: true }))

test('name servers that never answer are given up, and asked again later', async () => {
  const id = await silent(1, 2)
  workLaterArrivals(deps, { ...endless, examinationMs: 1 })
  await eventually(() => triesOf(id)).toEqual(onceOf(2))
})

test('a firm’s own notice is examined behind those of silent name servers, one at a time', async () => {
  giveUp()
  const others = [await silent(1, 3), await silent(1, 3)]
  const own = await ofCourt(1)
  workLaterArrivals(deps, { ...endless, runMs: 0 })
  await isReadAgain(own)
  for (const id of others) await eventually(() => triesOf(id)).toEqual(onceOf(3))
})

test('a copy that is received while another one is to be tried again is examined at once', async () => {
  giveUp()
  const unsigned = await makeMail()
  const id = await receiveAgain(1, unsigned, [passedSilent(unsigned, 0)])
  workLaterArrivals(deps, endless)
  await eventually(() => triesOf(id)).toEqual(onceOf(1))
  expect(await receive(1, await sign(unsigned, 'cand.uscourts.gov'))).toBe(id)
  await isReadAgain(id)
})

test('no run that examines copies waits for long', () => {
  expect(patience.examinationMs + patience.runMs).toBeLessThanOrEqual(10_000)
})
