import { openTurns } from '@courtcrier/lib/turns.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestServices, type TestServices } from '../copies/test-filing.ts'
import { deliveryKind, deliveryTurns } from '../deliveries/kind.ts'
import { openKind } from '../run.ts'
import { addresses, enqueue, plantDeliveries, statuses } from './due-deliveries.fixture.ts'
import { type OutgoingMail, openOutgoingMail } from './outgoing-mail.ts'

let services: TestServices
let mail: OutgoingMail
let answerAll: () => void
/** Whose emails wait for mail servers that hang: those of firms 1 and 2. */
let hanging: number[]

beforeEach(async () => {
  services = await openTestServices()
  const { promise, resolve } = Promise.withResolvers<{ retry: string }>()
  answerAll = () => resolve({ retry: 'It did not answer.' })
  hanging = []
  mail = {
    ...openOutgoingMail(services.config, services.log),
    putOff: () => undefined,
    send: async (_message, { firmId = 0 } = {}) => {
      if (firmId > 2) return { accepted: true, response: '250' }
      hanging.push(firmId)
      return promise
    },
  }
})
afterEach(async () => {
  answerAll()
  await services.close()
  await mail.close()
})

test('two firms whose mail servers hang for everyone leave slots to a third', async () => {
  for (const firmId of [1, 2])
    await enqueue(services, firmId, await plantDeliveries(services, firmId, addresses(80, 'hangs.example')))
  const turns = openTurns({ ...deliveryTurns, slowMs: 500 })
  const { queue, run, concurrency, mostOfFirm } = openKind(deliveryKind(services, mail, turns))
  services.jobs.work(queue, run, { concurrency, mostOfFirm })
  await vi.waitFor(() => expect(hanging.length).toBeGreaterThanOrEqual(concurrency), { timeout: 60_000 })
  await enqueue(services, 3, await plantDeliveries(services, 3, addresses(40, 'answers.example')))
  await vi.waitFor(async () => expect(await statuses(services, 3)).toEqual({ sent: 40 }), { timeout: 60_000 })
  // A firm gets no more than its turns, and what waits for one isn't an attempt.
  const turnsOf = (firmId: number) => hanging.filter((each) => each === firmId).length
  await vi.waitFor(() => expect([1, 2].map(turnsOf)).toEqual(Array(2).fill(deliveryTurns.mostOfFirm)), 60_000)
  // Of those alone: at each moment others of them may just be looking for a turn.
  await vi.waitFor(async () => expect(await attemptsOfWaiting()).toEqual([0]), 60_000)
})

/** How often those of firm 1 that wait for a turn were attempted. */
async function attemptsOfWaiting(): Promise<readonly number[]> {
  const { rows } = await sql<{ attempts: number }>`
    select distinct attempts from deliveries
    where firm_id = 1 and status = 'waiting' and sentence like 'Waiting for its turn:%'`.execute(
    services.database.kysely,
  )
  return rows.map(({ attempts }) => attempts)
}
