import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from './faults/examine.ts'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'

/** The demo's own mix, with what goes wrong in it: all court systems, odd filings, slow and broken answers. */

let installation: Installation
let accepted = 0

beforeAll(async () => {
  installation = await startInstallation({ sandbox: { profile: 'demo', clock: 'simulated', slowPauseMs: 10 } })
  const call = await signIn(installation.url, 'Administrator')
  const result = await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 150 })
  accepted = result.accepted.length
  await untilAtRest(call, accepted)
})
afterAll(() => installation?.close())

test('all court systems have filed, and some of it was odd', () => {
  const filings = installation.sandbox.filings()
  expect(new Set(filings.map(({ courtId }) => courtId)).size).toBeGreaterThan(10)
  expect(filings.some(({ scenario }) => scenario !== undefined)).toBe(true)
})

test('nothing is lost and nothing happens twice', async () => {
  const { sandbox, url, folder } = installation
  const { broken } = await examine({ sandbox, url, folder, kills: 0, accepted, resent: 0 })
  expect(broken).toEqual(Object.fromEntries(Object.keys(broken).map((name) => [name, []])))
})
