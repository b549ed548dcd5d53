import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trx } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, openTestServices, rowById } from '../outbox/copies/test-filing.ts'
import { noteUnanswered, waitForTry } from './outage.ts'

const hourMs = 3_600_000

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
  await withSystem(services.database, (trx) => insert(trx, 'firms', { firm_id: 1, id: 1, name: 'Firm' }))
})
afterAll(() => services.close())

const waitOf = () => 60_000

/** A DMS that was paused by a clock that was ahead by so many hours, and is tried again a minute later. */
async function pausedStore(hoursAhead: number) {
  const credentialId = newId()
  const at = (minutes: number) => new Date(Date.now() + hoursAhead * hourMs + minutes * 60_000).toISOString()
  const outage = { failures: 3, since: at(-1), reason: 'It hangs.', nextAt: at(1), reckonedAt: at(0) }
  await withSystem(services.database, (trx) =>
    insert(trx, 'credentials', {
      ...{ firm_id: 1, id: credentialId, name: credentialId, kind: 'generic_credential', health: 'unreached' },
      outage: JSON.stringify(outage),
    }),
  )
  return { firmId: 1, credentialId, name: 'Bucket', health: 'unreached', checkedAt: null, outage }
}

const inFirm = <T>(work: (trx: Trx) => Promise<T>) => withFirm(services.database, 1, work)

test('a paused DMS is left alone until its time', async () => {
  const store = await pausedStore(0)
  const { waitMs = 0 } = (await inFirm((trx) => waitForTry(trx, store, waitOf))) ?? {}
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThan(hourMs)
})

test('a DMS that was paused while the clock was five hours ahead is tried as soon as the clock is right', async () => {
  const store = await pausedStore(5)
  expect(await inFirm((trx) => waitForTry(trx, store, waitOf))).toBeUndefined()
  const { outage } = await rowById(services, 'credentials', store.credentialId)
  expect(Date.parse((outage as { nextAt: string }).nextAt)).toBeLessThan(Date.now() + hourMs)
})

test('nor does a copy wait for hours that finds it paused then', async () => {
  const store = await pausedStore(5)
  const found = { reason: 'It hangs.', tookMs: 10, isTry: false, waitOf }
  const { waitMs = hourMs } = (await inFirm((trx) => noteUnanswered(trx, store, found))) ?? {}
  expect(waitMs).toBeLessThan(hourMs)
})
