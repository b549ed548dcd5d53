import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { snakeCase } from '../packages/contract/src/names.ts'
import type { Effect } from './effects/effect.ts'
import { effects, settingsOf } from './effects/register.ts'
import { withoutOthers } from './effects/without-others.ts'
import { root } from './walls.ts'

const rows = Object.entries(effects).flatMap(([resource, ofFields]) =>
  Object.entries(ofFields).map(([key, effect]) => ({ setting: `${resource}.${key}`, key, effect })),
)
const settings = Object.keys(effects).flatMap((resource) => settingsOf(resource).map((key) => `${resource}.${key}`))

test('every setting has a test that shows its effect', () => {
  const shown = rows.map(({ setting }) => setting)
  expect(shown.toSorted()).toEqual(settings.toSorted())
})

test('every test of the register exists, and it or what its file sets up names the field', () => {
  expect(rows.flatMap(({ setting, key, effect }) => problemsOf(setting, key, effect))).toEqual([])
})

test('a missing file, a missing title and a file about something else are found', () => {
  const own = 'scripts/effects.test.ts'
  expect(problemsOf('a.b', 'rows', ['scripts/none.test.ts', 'x'])).toEqual(['a.b: there is no scripts/none.test.ts'])
  const missing = ['no', 'such', 'title'].join(' ')
  expect(problemsOf('a.b', 'rows', [own, missing])).toEqual([`a.b: ${own} has no test "${missing}"`])
  const title = 'every test of the register exists, and it or what its file sets up names the field'
  const other = ['zeb', 'ra'].join('')
  expect(problemsOf('a.b', other, [own, title])).toEqual([`a.b: "${title}" doesn't name ${other}`])
  expect(problemsOf('a.b', 'rows', [own, title])).toEqual([])
})

test('what other tests of a file do is left out, but not what it sets up or a group has in common', () => {
  const text = `const helper = () => set('a')
test('one', () => set('b'))
test.each([1, 2])('two', () => set('c'))
describe('three', () => { beforeEach(() => set('d')); test('four', () => set('e')); test('five', () => set('f')) })
testApplication('g')`
  const lettersOf = (title: string) =>
    [...withoutOthers('a.test.ts', text, title).matchAll(/'([a-g])'/g)].map(([, letter]) => letter).join('')
  expect(['one', 'two', 'three', 'four'].map(lettersOf)).toEqual(['abdg', 'acdg', 'adefg', 'adeg'])
})

function problemsOf(setting: string, key: string, [file, title]: Effect): string[] {
  const place = path.join(root, file)
  if (!existsSync(place)) return [`${setting}: there is no ${file}`]
  const text = readFileSync(place, 'utf8')
  const isThere = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
  if (!isThere) return [`${setting}: ${file} has no test "${title}"`]
  // What other tests of the file do with the field shows nothing here.
  const own = withoutOthers(file, text, title)
  const isNamed = [key, snakeCase(key)].some((name) => new RegExp(`\\b${name}\\b`).test(own))
  return isNamed ? [] : [`${setting}: "${title}" doesn't name ${key}`]
}
