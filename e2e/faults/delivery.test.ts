import { expect, test } from 'vitest'
import { nothingBroken } from './examine.ts'
import { runDeliveryFaults } from './run-delivery-faults.ts'

const nothing = { notStored: [], missing: [], stray: [], documentsNotOnce: [] }

test('whatever fails, fills up or jumps, nothing is lost or saved twice and no one is notified twice', async () => {
  const seed = process.env.COURTCRIER_TEST_SEED ?? String(Date.now())
  const began = performance.now()
  const onProgress = (line: string) =>
    process.stdout.write(`  ${Math.round((performance.now() - began) / 1000)} s: ${line}\n`)
  onProgress(`faults of delivery and storage with COURTCRIER_TEST_SEED=${seed}`)
  const report = await runDeliveryFaults({ filings: 6, seed, onProgress })
  onProgress(`${report.items} items, ${report.mails} mails, ${report.kills} kills`)
  expect(report.kills).toBe(5)
  expect(report.documents).toBeGreaterThan(20)
  expect(report.broken).toEqual(nothingBroken)
  expect(report.copies).toEqual({ folder: nothing, s3: nothing })
  // Only a lost response or a kill makes Courtcrier resend, under the same Message-ID; it sends eight at a time.
  expect(report.mailsSentAgain).toBeLessThanOrEqual(report.answersLost + 8 * report.kills)
}, 600_000)
