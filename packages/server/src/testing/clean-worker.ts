import { type Call, isBytes } from '@courtcrier/contract/calls/call.ts'
import { unknownNames } from '@courtcrier/contract/calls/unknown-names.ts'
import { afterAll, vi } from 'vitest'
import * as z from 'zod/mini'
import '../behaviours/registry.ts'
import { checkAnswersBy } from '../http/server/serve-call.ts'
import './equal-bytes.ts'

// Checks every answer that a test receives against the definition of its call.
checkAnswersBy(checkAnswer)

// Test files run one after another in the same worker. A stubbed `fetch` or a stopped clock would leak into the next
// file.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

/** Throws when an answer doesn't match the definition of its call: a value of another type, or an unknown name. */
function checkAnswer(call: Call, answer: unknown): void {
  if (call.answer === undefined || isBytes(call.answer)) return
  const { error } = z.safeParse(call.answer, answer)
  const wrong = [
    ...(error?.issues.map(({ path, message, code }) => `${path.join('.')}: ${message} (${code})`) ?? []),
    ...unknownNames(call.answer, answer).map((path) => `${path.join('.')} is not in the definition`),
  ]
  if (wrong.length > 0)
    throw new Error(`The answer of ${call.method} ${call.path} is not as defined: ${wrong.join('; ')}`)
}
