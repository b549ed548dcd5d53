import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from './faults/examine.ts'
import { type Installation, signIn, startInstallation, untilAtRest, untilDelivered } from './harness.ts'

/**
 * The demo's default mix, problems included: all federal court systems, odd filings, slow and broken responses. Notices
 * of state courts need a person: most of their senders can't be verified.
 */

let installation: Installation
let accepted = 0

beforeAll(async () => {
  installation = await startInstallation({
    sandbox: {
      profile: 'demo',
      clock: 'simulated',
      slowPauseMs: 10,
      kinds: ['district', 'bankruptcy', 'appellate', 'acms'],
    },
  })
  const call = await signIn(installation.url, 'Administrator')
  const result = await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 150 })
  accepted = result.accepted.length
  await untilAtRest(call, accepted)
  await untilDelivered(call)
})
afterAll(() => installation?.close())

test('all court systems have sent notices, some of them odd', () => {
  const filings = installation.sandbox.filings()
  expect(new Set(filings.map(({ courtId }) => courtId)).size).toBeGreaterThan(10)
  expect(filings.some(({ scenario }) => scenario !== undefined)).toBe(true)
})

test('nothing is lost and nothing happens twice', async () => {
  const { sandbox, url, folder } = installation
  const { broken } = await examine({ sandbox, url, folder, kills: 0, accepted, resent: 0 })
  expect(broken).toEqual(Object.fromEntries(Object.keys(broken).map((name) => [name, []])))
})
