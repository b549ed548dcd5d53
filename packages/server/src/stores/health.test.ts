import { expect, test } from 'vitest'
import { isPaused } from './health.ts'

test.each([
  ['refused a minute ago', 'failing', -1, true],
  ['refused half an hour ago', 'failing', -30, false],
  ['refused a moment ahead, by the clock of the database', 'failing', 0.01, true],
  ['refused five hours ahead, by a clock that was set right since', 'failing', 300, false],
  ['in order', 'healthy', -1, false],
])('a credential that was %s', (_, health, minutes, paused) => {
  const checkedAt = new Date(Date.UTC(2026, 10, 20) + minutes * 60_000)
  const known = { firmId: 1, credentialId: 'c', name: 'Bucket', health, checkedAt }
  expect(isPaused(known, Date.UTC(2026, 10, 20))).toBe(paused)
})
