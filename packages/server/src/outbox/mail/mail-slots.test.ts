import { openTurns } from '@courtcrier/lib/turns.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestServices, type TestServices } from '../copies/test-filing.ts'
import { deliveryKind, deliveryTurns } from '../deliveries/kind.ts'
import { openKind } from '../run.ts'
import { addresses, attempts, enqueue, plantDeliveries, statuses } from './due-deliveries.fixture.ts'
import { type OutgoingMail, openOutgoingMail } from './outgoing-mail.ts'

let services: TestServices
let mail: OutgoingMail
let answerAll: () => void
/** How many emails of firms 1 and 2 wait for their mail servers. */
let hanging: number

beforeEach(async () => {
  services = await openTestServices()
  const { promise, resolve } = Promise.withResolvers<{ retry: string }>()
  answerAll = () => resolve({ retry: 'It did not answer.' })
  hanging = 0
  mail = {
    ...openOutgoingMail(services.config, services.log),
    putOff: () => undefined,
    send: async (_message, { firmId = 0 } = {}) => {
      if (firmId > 2) return { accepted: true, response: '250' }
      hanging += 1
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
  await vi.waitFor(() => expect(hanging).toBeGreaterThanOrEqual(concurrency), { timeout: 60_000 })
  await enqueue(services, 3, await plantDeliveries(services, 3, addresses(40, 'answers.example')))
  await vi.waitFor(async () => expect(await statuses(services, 3)).toEqual({ sent: 40 }), { timeout: 60_000 })
  // A firm gets no more than its turns, and what waits for one isn't an attempt.
  expect(hanging).toBeLessThanOrEqual(2 * deliveryTurns.mostOfFirm)
  await vi.waitFor(
    async () =>
      expect(await attempts(services, 1)).toEqual([
        { attempts: 0, count: 80 - deliveryTurns.mostOfFirm },
        { attempts: 1, count: deliveryTurns.mostOfFirm },
      ]),
    { timeout: 60_000 },
  )
})
