import { openTurns } from '@courtcrier/lib/turns.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestServices, plantFiling, type TestServices } from '../copies/test-filing.ts'
import { addresses } from '../mail/due-deliveries.fixture.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { openKind } from '../run.ts'
import { digestKind, digestTurns } from './kind.ts'
import { claimAllDue } from './schedule.ts'
import { plantScheduled } from './test-digests.ts'

let services: TestServices
let mail: OutgoingMail
let answerAll: () => void
/** Whose messages wait for mail servers that hang: those of firms 1 and 2. */
let hanging: number[]

beforeEach(async () => {
  services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
  const { promise, resolve } = Promise.withResolvers<{ retry: string }>()
  answerAll = () => resolve({ retry: 'It did not answer.' })
  hanging = []
  mail = {
    ...openOutgoingMail(services.config, services.log),
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

test('two firms whose mail servers hang leave slots to the daily messages of a third', async () => {
  const most = digestTurns.mostOfFirm
  for (const firmId of [1, 2]) await plantDaily(firmId, most + 10)
  const turns = openTurns({ ...digestTurns, slowMs: 500 })
  const { queue, run, concurrency, mostOfFirm } = openKind(digestKind(services, mail, turns))
  services.jobs.work(queue, run, { concurrency, mostOfFirm })
  await vi.waitFor(() => expect(hanging.length).toBeGreaterThanOrEqual(concurrency), { timeout: 60_000 })
  await plantDaily(3, 20)
  await vi.waitFor(async () => expect(await statuses(3)).toEqual({ sent: 20 }), { timeout: 60_000 })
  const turnsOf = (firmId: number) => hanging.filter((each) => each === firmId).length
  await vi.waitFor(() => expect([1, 2].map(turnsOf)).toEqual([most, most]), 60_000)
})

/** Makes a daily message due for so many people of a firm. */
async function plantDaily(firmId: number, count: number): Promise<void> {
  const filing = await plantFiling(services, { firmId })
  for (const email of addresses(count, 'hale-osei.example'))
    await plantScheduled(services, filing, { email, at: '2026-11-21T10:00:00Z' })
  await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))
}

/** How many of a firm's messages have each status. */
async function statuses(firmId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from digests where firm_id = ${firmId} group by 1`.execute(
    services.database.kysely,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
