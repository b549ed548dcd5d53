import { afterAll, vi } from 'vitest'
import '../behaviours/registry.ts'
import { demandAsDefined } from '../http/server/check-answers.ts'
import { checkAnswersBy } from '../http/server/serve-call.ts'
import './equal-bytes.ts'

// Checks every answer that a test receives against the definition of its call.
checkAnswersBy(demandAsDefined)

// Test files run one after another in the same worker. A stubbed `fetch` or a stopped clock would leak into the next
// file.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
