import { type TestFunction, test } from 'vitest'
import { isLongRun } from './long-run.ts'

/**
 * A test that only the long form has, beside others of its file that the short form has too: what takes seconds to
 * compute or to wait for, and is another form of what they ask; `timeout` is in milliseconds. docs/decisions/0022-the-gate.md lists these.
 */
export function longTest(title: string, run: TestFunction, timeout?: number): void {
  if (isLongRun) test(title, run, timeout)
}
