import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { effects } from './effects/register.ts'
import { aloneInLongRun, onlyInLongRun } from './only-in-long-run.ts'
import { longPrograms } from './test-long.ts'

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

test('every test that shows a setting’s effect runs on both databases: in CI on PostgreSQL, in the long form embedded', () => {
  const files = Object.values(effects).flatMap((ofFields) => Object.values(ofFields).map(([file]) => file))
  expect(files.filter((file) => onlyInLongRun.includes(file))).toEqual([])
  for (const options of [[], ['--effects']]) {
    const embedded = longPrograms(options).filter(
      ([, , environment = {}]) => 'COURTCRIER_TEST_DATABASE_URL' in environment,
    )
    expect(embedded.map(([runner, , environment]) => [runner, environment])).toEqual([
      ['vitest', { COURTCRIER_TEST_DATABASE_URL: undefined }],
      ['playwright', { COURTCRIER_TEST_DATABASE_URL: undefined }],
    ])
    for (const [, args] of embedded) expect(args).toEqual(expect.arrayContaining(files))
  }
})

test('on the embedded database no test of the long form runs twice', () => {
  vi.stubEnv('COURTCRIER_TEST_DATABASE_URL', undefined)
  const started = longPrograms([]).filter(([runner]) => runner === 'vitest')
  const files = started.flatMap(([, args]) => args.filter((each) => each.endsWith('.ts')))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
})

function list(...options: string[]): string[] {
  const script = path.join(import.meta.dirname, 'test-long.ts')
  return execFileSync(process.execPath, [script, '--list', ...options], { encoding: 'utf8' })
    .trim()
    .split('\n')
}
