import { IconTable } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { fitOf, fitting, type PaletteItem } from './palette-item.ts'

test.each([
  ['the beginning of the name', 'Cases', '', 'cas', 0],
  ['beginnings of its words in any order', 'New case', '', 'case new', 1],
  ['an accent that was not typed', 'Peña Holdings', '', 'pena', 0],
  ['something within', 'Ignored cases', '', 'nored', 2],
  ['what stands beside the name', 'Okafor v. Lark', '1:24-cv-118', '24-cv', 2],
  ['a word too many', 'Cases', '', 'cases xyz', undefined],
] as const)('%s', (_, label, detail, typed, fit) => {
  expect(fitOf({ label, detail }, typed)).toBe(fit)
})

test('other words than the shown ones find it last, by their beginnings', () => {
  const page = { label: 'Case provider credentials', words: 'pacer login password tracking' }
  expect(fitOf(page, 'PACER password')).toBe(3)
  expect(fitOf(page, 'pacer cred')).toBe(3)
  expect(fitOf(page, 'acer')).toBeUndefined()
  expect(fitOf(page, 'credentials')).toBe(1)
})

test('among equal matches, recent choices come first', () => {
  const item = (label: string): PaletteItem => ({ id: label, label, icon: IconTable, run: () => {} })
  const items = [item('Cases'), item('Case formats'), item('Ignored cases'), item('Users')]
  expect(fitting(items, 'case', ['Ignored cases', 'Case formats']).map(({ id }) => id)).toEqual([
    'Case formats',
    'Cases',
    'Ignored cases',
  ])
})
