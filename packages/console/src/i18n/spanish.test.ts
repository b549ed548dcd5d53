import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { afterEach, expect, test } from 'vitest'
import { formatNumber } from '../ui/format-number.ts'
import { formatDateTime } from '../ui/format-time.ts'
import { localeFor, setLocale } from '../ui/locale.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import mainTexts from './en-US/main.json' with { type: 'json' }
import publicTexts from './en-US/public.json' with { type: 'json' }
import sentences from './es-US/sentences.json' with { type: 'json' }
import texts from './es-US/texts.json' with { type: 'json' }
import { i18next, type Texts, translated } from './i18n.ts'

afterEach(async () => {
  setLocale('en-US')
  await i18next.changeLanguage('en-US')
})

/** What a person sees before and right after signing in: every public text, and these of what is behind. */
const areas = ['shell', 'nav', 'navGroup', 'user', 'success'] as const
const english: Texts = {
  ...publicTexts,
  ...Object.fromEntries(areas.map((area) => [area, mainTexts[area]])),
}

test('every text before and right after signing in is there in Spanish, with the same placeholders', () => {
  const spanish = flat(texts)
  const missing = Object.entries(flat(english)).filter(
    ([key, text]) => placeholdersOf(spanish[key] ?? '') !== placeholdersOf(text) || !spanish[key],
  )
  expect(missing).toEqual([])
})

test('a text that counts has the form that Spanish has beside the English ones', () => {
  const keys = Object.keys(flat(texts))
  const counting = keys.filter((key) => key.endsWith('_one')).map((key) => key.replace(/_one$/, '_many'))
  expect(counting.length).toBeGreaterThan(0)
  expect(keys).toEqual(expect.arrayContaining(counting))
})

test('every entry of the navigation has a Spanish word', () => {
  const listed = resources.filter(
    ({ name, isSingleton }) => !isSingleton && !/(_credential|^inbox_item|^saved_view)$/.test(name),
  )
  expect(Object.keys(texts.navWord)).toEqual(expect.arrayContaining(listed.map(({ name }) => name)))
})

test('every refusal of the server that has no words of its own is there in Spanish', () => {
  const { not_acceptable: _, wrong_media_type: __, ...forPeople } = errorCatalogue
  const missing = Object.values(forPeople).filter(({ sentence }) => !Object.hasOwn(sentences, sentence))
  expect(missing).toEqual([])
})

test('what is not translated is said in English, and dates and numbers are written as the language writes them', async () => {
  const { startLanguage } = await import('./language.ts')
  expect(startLanguage).toBeTypeOf('function')
  i18next.addResourceBundle('es-US', 'translation', texts, true, true)
  await i18next.changeLanguage('es-US')
  setLocale('es-US')
  setTimeZone('America/New_York')
  expect(i18next.t('login.title')).toBe('Iniciar sesión')
  expect(i18next.t('nav.waiting', { count: 1_000_000 })).toBe('1000000 en espera')
  expect(translated('state.loading')).toBe('Cargando')
  expect(formatDateTime('2026-11-21T14:41:00Z')).toMatch(/^21 nov 2026, 9:41\s?a\.m\. /)
  expect(formatNumber(12_408.5)).toBe('12,408.5')
})

test.each([
  [['es-MX', 'en-US'], 'es-US'],
  [['es'], 'es-US'],
  [['fr-FR', 'es-419', 'en'], 'es-US'],
  [['en-GB', 'es'], 'en-US'],
  [['de', 'fr'], 'en-US'],
  [[], 'en-US'],
])('a browser that asks for %j gets %s', (wanted, locale) => expect(localeFor(wanted)).toBe(locale))

function flat(nested: Texts, prefix = ''): Record<string, string> {
  const entries = Object.entries(nested).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : Object.entries(flat(value, `${prefix}${key}.`)),
  )
  return Object.fromEntries(entries)
}

function placeholdersOf(text: string): string {
  return [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map(([, name = '']) => name)
    .toSorted()
    .join()
}
