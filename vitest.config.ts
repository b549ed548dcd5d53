import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFirst } from './e2e/slow-first.ts'
import { isLongRun } from './packages/server/src/testing/long-run.ts'

/** Minutes of killing servers, which `npm run test:long` takes. */
const onlyInLongRun = ['e2e/faults/faults.test.ts', 'e2e/faults/delivery.test.ts']

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isLongRun ? [] : onlyInLongRun)],
    globalSetup: ['packages/server/src/testing/global-setup.ts', 'e2e/chromium-setup.ts'],
    // Slow machines are not failures: tests wait for conditions, and this only ends the ones that never come. It is
    // above what a browser test waits for at most (e2e/open-page.ts), which tells what it waited for.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
  },
})
