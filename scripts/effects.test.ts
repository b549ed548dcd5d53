import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { snakeCase } from '../packages/contract/src/names.ts'
import type { Effect } from './effects/effect.ts'
import { effects, settingsOf } from './effects/register.ts'
import { root } from './walls.ts'

const rows = Object.entries(effects).flatMap(([resource, ofFields]) =>
  Object.entries(ofFields).map(([key, effect]) => ({ setting: `${resource}.${key}`, key, effect })),
)
const settings = Object.keys(effects).flatMap((resource) => settingsOf(resource).map((key) => `${resource}.${key}`))

test('every setting has a test that shows its effect', () => {
  const shown = rows.map(({ setting }) => setting)
  expect(shown.toSorted()).toEqual(settings.toSorted())
})

test('every test of the register exists, and its file sets the field', () => {
  expect(rows.flatMap(({ setting, key, effect }) => problemsOf(setting, key, effect))).toEqual([])
})

test('a missing file, a missing title and a file about something else are found', () => {
  const own = 'scripts/effects.test.ts'
  expect(problemsOf('a.b', 'rows', ['scripts/none.test.ts', 'x'])).toEqual(['a.b: there is no scripts/none.test.ts'])
  const missing = ['no', 'such', 'title'].join(' ')
  expect(problemsOf('a.b', 'rows', [own, missing])).toEqual([`a.b: ${own} has no test "${missing}"`])
  const title = 'every test of the register exists, and its file sets the field'
  const other = ['zeb', 'ra'].join('')
  expect(problemsOf('a.b', other, [own, title])).toEqual([`a.b: ${own} doesn't mention ${other}`])
  expect(problemsOf('a.b', 'rows', [own, title])).toEqual([])
})

function problemsOf(setting: string, key: string, [file, title]: Effect): string[] {
  const place = path.join(root, file)
  if (!existsSync(place)) return [`${setting}: there is no ${file}`]
  const text = readFileSync(place, 'utf8')
  const isThere = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
  if (!isThere) return [`${setting}: ${file} has no test "${title}"`]
  const isMentioned = [key, snakeCase(key)].some((name) => text.includes(name))
  return isMentioned ? [] : [`${setting}: ${file} doesn't mention ${key}`]
}
