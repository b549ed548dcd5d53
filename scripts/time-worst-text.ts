import { createContext, Script } from 'node:vm'
import type { AttackPattern } from 'recheck'

/** In UTF-16 units. A quadratic expression takes seconds on it; a bounded look-ahead, a few milliseconds. */
const textLength = 100_000
const mostMs = 300

/**
 * Returns whether the worst text the checker found is matched in time, at a length no part of the program passes to an
 * expression without cutting it. The checker counts an abstract machine's steps, to which an 80-letter look-ahead is
 * as bad as an unbounded one, and finds such texts by chance; this measures the engine the program runs on.
 */
export function isInTime(source: string, flags: string, attack: AttackPattern): boolean {
  const text = textOf(attack, textLength)
  const context = createContext({ text })
  const script = new Script(`new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)}).exec(text)`)
  // The fastest of several tries: a busy machine can slow one down, but nothing speeds up a slow expression.
  for (let tries = 0; tries < 5; tries++) {
    const ms = timeOf(() => script.runInContext(context, { timeout: 10 * mostMs }))
    if (ms <= mostMs) return true
    if (ms >= 10 * mostMs) return false
  }
  return false
}

/** Returns milliseconds; a run that was cut off counts the time until then. */
function timeOf(run: () => unknown): number {
  const began = performance.now()
  try {
    run()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
  }
  return performance.now() - began
}

function textOf({ pumps, suffix }: AttackPattern, length: number): string {
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.ceil(length / Math.max(1, pumped))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
}
