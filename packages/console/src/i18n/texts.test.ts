import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import './main-texts.ts'
import { translated } from '../ui/translated.ts'
import { i18next } from './i18n.ts'

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

test('a sentence with colons and dots stays itself, a key becomes its text', () => {
  expect(translated('Error code: 409. Entity already exists.')).toBe('Error code: 409. Entity already exists.')
  expect(translated('profile.changed')).toBe('Password changed.')
})
