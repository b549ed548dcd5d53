import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import './main-texts.ts'
import { defaultLocale } from '../ui/locale.ts'
import { translated } from '../ui/translated.ts'
import { i18next, type Texts } from './i18n.ts'

// Every file of texts, in any folder.
import.meta.glob(['../**/text.ts', '../**/*-text.ts'], { eager: true })

const root = new URL('../', import.meta.url).pathname

test('every text that a component uses exists', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.ts$/.test(file))
  const missing = files.flatMap((file) => {
    const source = readFileSync(root + file, 'utf8')
    const keys = [...source.matchAll(/\bt\('([A-Za-z]+(?:\.[A-Za-z_0-9]+)+)'/g)].map(([, key = '']) => key)
    return keys.filter((key) => !i18next.exists(key, { count: 1 })).map((key) => `${file}: ${key}`)
  })
  expect(missing).toEqual([])
})

test('a count in a sentence is written as every number is', () => {
  expect(i18next.t('transfer.rows', { count: 60_000 })).toBe('60,000 rows')
  expect(i18next.t('transfer.rows', { count: 1 })).toBe('1 row')
})

test('a counted noun also has a form for one', () => {
  const onlyMany = Object.entries(flat(i18next.getResourceBundle(defaultLocale, 'translation') as Texts)).filter(
    ([key, text]) => /\{\{count\}\} [a-z]+(s|ies)\b/.test(text) && !/_(one|other|zero)$/.test(key),
  )
  expect(onlyMany).toEqual([])
  expect(i18next.t('dashboard.peak', { day: 'May 4', hour: '3 PM', count: 1 })).toBe('Peak: May 4, 3 PM, 1 notice')
  expect(i18next.t('dashboard.work.notice', { count: 1200, minutes: 9 })).toBe('1,200 notices × 9 min')
})

/** Returns every text by its whole key. */
function flat(texts: Texts, above = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [above + key]: value } : flat(value, `${above}${key}.`),
    ),
  )
}

test('a sentence with colons and dots stays itself, a key becomes its text', () => {
  expect(translated('Error code: 409. Entity already exists.')).toBe('Error code: 409. Entity already exists.')
  expect(translated('profile.changed')).toBe('Password changed.')
})
