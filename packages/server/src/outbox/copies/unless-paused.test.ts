import type { Problem } from '@courtcrier/connectors/connector.ts'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { KnownHealth, StoreOutage } from '../../stores/known-health.ts'
import { openTestServices, plantFiling, rowById, type TestServices } from './test-filing.ts'
import { type CopyResult, openPauses, type UnlessPaused } from './unless-paused.ts'

const silent: Problem = {
  problem: 'transient',
  sentence: 'dms.example is silent.',
  isPassing: true,
  isUnanswered: true,
}
const saved: CopyResult = { wasThere: false, path: 'Order.pdf', link: undefined }

let services: TestServices
let credentialId: string
let unlessPaused: UnlessPaused
beforeEach(async () => {
  services = await openTestServices()
  onTestFinished(() => services.close())
  const { policyId } = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  credentialId = String((await rowById(services, 'storage_policies', policyId)).dms_credential_id)
  unlessPaused = openPauses(services)
})

/** The credential, as a copy that begins now knows it. */
async function known(): Promise<KnownHealth & { outage: StoreOutage | null }> {
  const { health, outage } = await rowById(services, 'credentials', credentialId)
  const facts = { health: String(health), outage: outage as StoreOutage | null }
  return { firmId: 1, credentialId, name: 'Records', checkedAt: null, ...facts }
}

const save = async (result: CopyResult) => unlessPaused(await known(), async () => result)

async function pause(): Promise<void> {
  for (let n = 0; n < 3; n++) await save(silent)
}

/** As if it were time to try again. */
async function makeDue(): Promise<void> {
  const past = JSON.stringify(new Date(Date.now() - 60_000).toISOString())
  await withSystem(services.database, (trx) =>
    sql`update credentials set outage = jsonb_set(outage, '{nextAt}', ${past}::text::jsonb)`.execute(trx),
  )
}

test('a DMS is paused when it has not answered three times in a row, and later copies wait without trying', async () => {
  expect(await save(silent)).toEqual(silent)
  expect(await save(silent)).toEqual(silent)
  const wait = {
    waitsFor: 'answer',
    sentence: expect.stringContaining("hasn't answered since"),
    waitMs: expect.any(Number),
  }
  expect(await save(silent)).toEqual(wait)
  const { outage, health } = await known()
  expect([health, outage]).toEqual(['unreached', expect.objectContaining({ failures: 3, reason: silent.sentence })])
  expect(await unlessPaused(await known(), () => Promise.reject(new Error('it was tried')))).toEqual(wait)
})

test('copies that were under way when it was paused wait like the others, and do not prolong the pause', async () => {
  const before = await known()
  await pause()
  const { outage } = await known()
  for (let n = 0; n < 5; n++)
    expect(await unlessPaused(before, async () => silent)).toMatchObject({ waitsFor: 'answer' })
  expect((await known()).outage).toEqual(outage)
})

test('a DMS that answers others meanwhile is not paused', async () => {
  for (let n = 0; n < 6; n++) {
    const found = await unlessPaused(await known(), async () => {
      await save(saved)
      return silent
    })
    expect(found).toEqual(silent)
  }
  expect((await known()).outage).toBeNull()
})

test('attempts without an answer count only in a row', async () => {
  for (let n = 0; n < 3; n++) {
    for (const result of [silent, silent, saved]) expect(await save(result)).toEqual(result)
  }
  expect((await known()).outage).toBeNull()
})

test('what the DMS says to one document is no outage', async () => {
  const busy: Problem = { problem: 'transient', sentence: 'The DMS failed (500).', isPassing: true }
  for (let n = 0; n < 6; n++) expect(await save(busy)).toEqual(busy)
  expect(await known()).toMatchObject({ health: 'unknown', outage: null })
})

test('when it is time, one copy tries, and the wait gets longer if it is not answered', async () => {
  await pause()
  await makeDue()
  const store = await known()
  let tries = 0
  const tryIt = () =>
    unlessPaused(store, async () => {
      tries++
      return silent
    })
  const found = await Promise.all([tryIt(), tryIt(), tryIt()])
  expect(tries).toBe(1)
  for (const each of found) expect(each).toMatchObject({ waitsFor: 'answer' })
  const { outage } = await known()
  expect(outage?.failures).toBe(4)
  expect(outage?.since).toBe(store.outage?.since)
  // A minute before the second try, two before the third, a fifth more or less.
  expect(Date.parse(String(outage?.nextAt)) - Date.now()).toBeGreaterThan(90_000)
})

test('a refusal ends the pause as well: the DMS is there', async () => {
  await pause()
  await makeDue()
  const refusal: Problem = { problem: 'rejected', sentence: 'The DMS refused it (400).' }
  expect(await save(refusal)).toEqual(refusal)
  expect(await known()).toMatchObject({ health: 'unknown', outage: null })
})
