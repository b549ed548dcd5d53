import { readTracking } from '@courtcrier/contract/calls/tracking.ts'
import { expect, test } from 'vitest'
import { type AnswerCheck, wrongAnswerSent } from '../packages/server/src/http/server/check-answers.ts'
import { checkAnswersBy } from '../packages/server/src/http/server/serve-call.ts'
import { startInstallation } from './harness.ts'
import { demandNoWrongAnswer } from './watch-answers.ts'

const log = { error: () => undefined }

/** Returns the check of answers there is. */
function currentCheck(): AnswerCheck {
  const check = checkAnswersBy(() => undefined)
  checkAnswersBy(check)
  return check
}

test('an installation that sent an answer that is not as defined fails as it closes', async () => {
  // As in a browser test, where the answer is sent all the same.
  const former = checkAnswersBy(() => undefined)
  try {
    const installation = await startInstallation()
    currentCheck()(readTracking, { isOn: 'perhaps' }, log)
    await expect(installation.close()).rejects.toThrow('The answer of GET /case/:id/tracking is not as defined: ')
    const next = await startInstallation()
    expect((await fetch(`${next.url}/api/v1/openapi.json`)).status).toBe(200)
    await next.close()
  } finally {
    checkAnswersBy(former)
  }
})

test('a server in a separate process that logged such an answer fails as it ends', () => {
  const line = `{"level":50,"err":{"message":"The answer of GET /x is not as defined"},"msg":"${wrongAnswerSent}"}`
  expect(() => demandNoWrongAnswer(`started\n${line}\n`)).toThrow('GET /x')
  expect(() => demandNoWrongAnswer('started\nstopped\n')).not.toThrow()
})
