import { expect, test } from 'vitest'
import { nothingBroken } from './examine.ts'
import { runFaults, sentTooOften } from './run-faults.ts'

test('a server that is killed repeatedly loses nothing and does nothing twice', async () => {
  const report = await runFaults({ notices: 50, kills: 4, seed: 'short' })
  expect(report.kills).toBeGreaterThanOrEqual(4)
  expect(report.accepted).toBeGreaterThan(40)
  expect(report.documents).toBeGreaterThan(10)
  expect(report.broken).toEqual(nothingBroken)
  expect(sentTooOften(report)).toEqual([])
}, 300_000)
