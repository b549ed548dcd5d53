import { expect, test } from 'vitest'
import { englishPlural, entityRows, isRenamed, menuRows, rowsWith, withWords } from './dictionary-rows.ts'

test('every entity has two words, each menu entry one; the firm itself is a word of the menu', () => {
  const keys = [...entityRows, ...menuRows].flatMap(({ words }) => words.map(({ key }) => key))
  expect(keys).toEqual(
    expect.arrayContaining(['matter.one', 'matter.many', 'credential.many', 'nav.firm', 'navGroup.data']),
  )
  expect(keys).not.toContain('firm.one')
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => key.startsWith('nav.waiting'))).toEqual([])
})

test('rows are found by the words of the product and of the firm', () => {
  const own = { 'matter.one': 'Engagement' }
  expect(rowsWith(entityRows, 'engage', own).map(({ id }) => id)).toEqual(['matter'])
  expect(rowsWith(entityRows, ' MATTER', own).map(({ id }) => id)).toEqual(['matter'])
  expect(rowsWith(menuRows, 'zzz', own)).toEqual([])
})

test("words equal to the product's own are not stored", () => {
  const own = { 'matter.one': 'Engagement', 'matter.many': 'Engagements', 'future.one': 'Later' }
  expect(withWords(own, { 'matter.one': 'Matter', 'matter.many': ' ' })).toEqual({ 'future.one': 'Later' })
  const [row] = rowsWith(entityRows, 'matter', {})
  expect([row && isRenamed(row, own), row && isRenamed(row, {})]).toEqual([true, false])
})

test.each([
  ['Engagement', 'Engagements'],
  ['Party', 'Parties'],
  ['Attorney', 'Attorneys'],
  ['Branch', 'Branches'],
])('several of %s are %s', (one, many) => expect(englishPlural(one)).toBe(many))
