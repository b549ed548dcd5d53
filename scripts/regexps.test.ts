import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findPatterns, judge, programFiles } from './regexps.ts'
import { isInTime } from './time-worst-text.ts'
import { root } from './walls.ts'

test('super-linear expressions are found, and linear ones pass', async () => {
  const pattern = (source: string, flags = '') => ({ source, flags, places: ['here'] })
  const bad = [pattern('<[^>]*>', 'g'), pattern('^(a+)+$'), pattern('\\s+$')]
  const good = [pattern('^<[^<>]*>'), pattern('(?<!\\s)\\s+$'), pattern('^\\s+')]
  const verdicts = await judge([...bad, ...good])
  expect(bad.filter((one) => verdicts.get(one) === 'linear')).toEqual([])
  expect(good.filter((one) => verdicts.get(one) !== 'linear')).toEqual([])
})

test('the expressions of the whole program are checked', () => {
  const { patterns, built } = findPatterns(programFiles())
  const files = new Set([...patterns.flatMap(({ places }) => places), ...built].map((place) => place.split(':')[0]))
  expect(patterns.length).toBeGreaterThan(500)
  for (const file of ['courts/message/mime.ts', 'outbox/templates/body-html.ts', 'courts/families/nda-transaction.ts'])
    expect(files).toContain(`packages/server/src/${file}`)
})

test('a bounded look-ahead passes, an unbounded one does not', () => {
  const attack = (pump: string) => ({
    pumps: [{ prefix: '', pump, bias: 0 }],
    suffix: '!',
    base: 1,
    string: '',
    pattern: '',
  })
  expect(isInTime('\\bnot\\b.{0,40}\\bmailed\\b', 'i', attack('not '))).toBe(true)
  expect(isInTime('\\bnot\\b.*\\bmailed\\b', 'i', attack('not '))).toBe(false)
})

test('every expression is linear, those listed as such too', { timeout: 900_000 }, async () => {
  // A process of its own: expressions are also built while modules load, which are loaded here already.
  const run = promisify(execFile)(process.execPath, ['scripts/regexps.ts', '--all'], { cwd: root })
  await expect(run).resolves.toMatchObject({ stderr: '' })
})
