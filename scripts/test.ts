import { inTurn } from './run-tests.ts'

// Runs both runners, Vitest and Playwright, and ends with what failed in either: `node scripts/test.ts [FILE ...]`

const files = process.argv.slice(2)
const stops = files.length === 0 ? await setUpOnce() : []
inTurn([
  ['vitest', ['run', '--project=!form', ...files]],
  ['playwright', ['test', ...files]],
])
for (const stop of stops.toReversed()) await stop()

/** Creates what both runners would create otherwise, each for itself: the migrated database and the firm. */
async function setUpOnce(): Promise<(() => Promise<void>)[]> {
  const database = await import('../packages/server/src/testing/global-setup.ts')
  const firm = await import('../e2e/firm-image-setup.ts')
  return [await database.default(), await firm.default()]
}
