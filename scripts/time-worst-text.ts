import { createContext, Script } from 'node:vm'
import type { AttackPattern } from 'recheck'

/** In UTF-16 units; what is quadratic takes seconds on it, what looks a bounded stretch ahead some milliseconds. */
const textLength = 100_000
const mostMs = 300

/**
 * Whether the worst text that the checker could think of is gone through in time, at a length that no part of the
 * program hands an expression without cutting it. The checker counts the steps of a machine of its own, for which a
 * stretch of 80 letters looked ahead is as bad as one without end, and looks for such a text by chance; this asks the
 * engine that the program runs on.
 */
export function isInTime(source: string, flags: string, attack: AttackPattern): boolean {
  const text = textOf(attack, textLength)
  const context = createContext({ text })
  const script = new Script(`new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)}).exec(text)`)
  // The quickest of some: a busy machine makes one slow, and nothing makes a slow one quick.
  for (let tries = 0; tries < 5; tries++) {
    const ms = timeOf(() => script.runInContext(context, { timeout: 10 * mostMs }))
    if (ms <= mostMs) return true
    if (ms >= 10 * mostMs) return false
  }
  return false
}

/** In milliseconds; what is broken off took as long as that came to. */
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
