import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import '../behaviours/registry.ts'
import { demandAsDefined } from '../http/server/check-answers.ts'
import { checkAnswersBy } from '../http/server/serve-call.ts'
import './equal-bytes.ts'
import { isLongRun } from './long-run.ts'

// Checks every answer that a test receives against the definition of its call.
checkAnswersBy(demandAsDefined)

// The same values in each run, so that no change fails for what another one did; the long form draws others.
if (!isLongRun) fc.configureGlobal({ seed: 1 })

// Test files run one after another in the same worker. A stubbed `fetch` or a stopped clock would leak into the next
// file.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
