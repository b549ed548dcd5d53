import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aloneInLongRun } from './only-in-long-run.ts'

test('every threat in docs/security.md names existing tests', () => {
  const tests = list('--hostile')
  expect(tests.length).toBeGreaterThan(30)
  for (const file of ['courts/directory/docket-pairs', 'http/fuzz', 'mail/forward-scenarios'])
    expect(tests).toContain(`packages/server/src/${file}.test.ts`)
  expect(tests).toContain('e2e/hostile/watchdog.test.ts')
})

test('the long form includes every test that has one', () => {
  const tests = list()
  for (const file of [
    'e2e/every-route.spec',
    'e2e/faults/database-away.test',
    'e2e/faults/delivery.test',
    'packages/server/src/http/fuzz.test',
  ])
    expect(tests).toContain(`${file}.ts`)
  expect(tests).not.toContain('packages/server/src/courts/directory/docket-pairs.test.ts')
})

test('what measures time is part of the long form', () => {
  expect(list()).toEqual(expect.arrayContaining([...aloneInLongRun]))
})

function list(...options: string[]): string[] {
  const script = path.join(import.meta.dirname, 'test-long.ts')
  return execFileSync(process.execPath, [script, '--list', ...options], { encoding: 'utf8' })
    .trim()
    .split('\n')
}
