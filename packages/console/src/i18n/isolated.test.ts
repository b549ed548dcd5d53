import { expect, test } from 'vitest'
import { i18next, isolated } from './i18n.ts'

const firstStrong = '\u2068'
const end = '\u2069'

test('a name from right to left is set apart from the sentence around it', () => {
  expect(isolated('שלום (חברה)')).toBe(`${firstStrong}שלום (חברה)${end}`)
  expect(isolated('شركة النور (ذ.م.م)')).toBe(`${firstStrong}شركة النور (ذ.م.م)${end}`)
})

test('a name from left to right stays as it is', () => {
  for (const name of ['Calder v. Northgate (No. 2)', 'Ångström', '東京 (株)', '']) expect(isolated(name)).toBe(name)
})

test('sentences set apart the names in them', () => {
  const name = 'שלום (חברה)'
  expect(i18next.t('test.none', { defaultValue: 'Send again to {{name}}', name })).toBe(
    `Send again to ${firstStrong}${name}${end}`,
  )
  expect(i18next.t('test.none', { defaultValue: '{{name}}: <{{count}}>', name: 'A & B', count: 1200 })).toBe(
    'A & B: <1,200>',
  )
})
