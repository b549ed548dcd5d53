import { inTurn } from './run-tests.ts'

// Runs both runners, Vitest and Playwright, and ends with what failed in either: `node scripts/test.ts [FILE ...]`

const files = process.argv.slice(2)
inTurn([
  ['vitest', ['run', '--project=!form', ...files]],
  ['playwright', ['test', ...files]],
])
