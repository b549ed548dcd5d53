import { expect, test } from 'vitest'
import { runSlowFaults, usualSlowFaults } from './run-slow-faults.ts'
import { heldUp } from './slow-report.ts'

test('what hangs or drips delays nothing else, in its firm or in another', async () => {
  const report = await runSlowFaults({
    ...usualSlowFaults,
    seed: process.env.COURTCRIER_TEST_SEED ?? 'slow',
    onProgress: (line) => process.stdout.write(`  ${line}\n`),
  })
  expect(heldUp(report)).toEqual([])
}, 1_800_000)
