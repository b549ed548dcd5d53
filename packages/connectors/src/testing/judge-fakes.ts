import { afterEach } from 'vitest'
import { type Exchange, watchFakes } from './fake-service.ts'

/**
 * Set up for every test: one fails if its connector calls a service in a way that the service doesn't publish, or if the
 * fake answers so, also where the connector takes that for a fault that passes.
 */
watchFakes(async (exchange) => {
  wrong.push(...(await problemsOf(exchange).catch((error: unknown) => [String(error)])))
})

const wrong: string[] = []

afterEach(() => {
  const found = [...new Set(wrong.splice(0))]
  if (found.length > 0) throw new Error(found.join('\n'))
})

/** Few tests have such a fake, and the validator is large. */
async function problemsOf(exchange: Exchange): Promise<readonly string[]> {
  const { judgeOf } = await import('./contract-judge.ts')
  const judged = await judgeOf(exchange.contract)
  return judged(exchange)
}
