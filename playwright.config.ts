import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './e2e/chromium.ts'
import { isLongRun } from './packages/server/src/testing/long-run.ts'
import { onlyInLongRun } from './scripts/only-in-long-run.ts'

/** The tests in a browser, `e2e/**\/*.spec.ts`; all others run in Vitest. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  ...(isLongRun ? {} : { grepInvert: /@long/, testIgnore: onlyInLongRun.map((file) => `**/${file}`) }),
  globalSetup: [
    './packages/server/src/testing/global-setup.ts',
    './e2e/chromium-setup.ts',
    './e2e/firm-image-setup.ts',
  ],
  // Node runs these as they are (docs/decisions/0022-the-gate.md).
  build: { external: ['**/packages/**'] },
  // Browsers wait for servers and servers for browsers: with three of them a third of two cores is idle.
  workers: 4,
  // What passes on a second try is a defect to fix at its cause: the report lists it.
  retries: 1,
  // Slow machines aren't failures: tests wait for conditions, and these limits only end waits that never end.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['dot'], ['./scripts/playwright-report.ts']],
  use: { launchOptions: chromiumOptions, trace: 'on-first-retry', screenshot: 'only-on-failure' },
})
