import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test('every threat of docs/security.md names tests that are there', () => {
  const script = path.join(import.meta.dirname, 'test-hostile.mjs')
  const tests = execFileSync(process.execPath, [script, '--list'], { encoding: 'utf8' }).trim().split('\n')
  expect(tests.length).toBeGreaterThan(30)
  for (const file of ['courts/docket-pairs', 'api/fuzz', 'mail/forward-scenarios'])
    expect(tests).toContain(`packages/server/src/${file}.test.ts`)
  expect(tests).toContain('e2e/hostile/watchdog.test.ts')
})
