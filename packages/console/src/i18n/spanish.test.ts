import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { afterEach, expect, test } from 'vitest'
import './main-texts.ts'
import '../resource/entity-words.ts'
import { stepLabel } from '../resource/steps.ts'
import '../screens/all-settings/text.ts'
import { formatNumber } from '../ui/format-number.ts'
import { formatDateTime } from '../ui/format-time.ts'
import { localeFor, setLocale } from '../ui/locale.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import { translated } from '../ui/translated.ts'
import publicTexts from './es-US/public.json' with { type: 'json' }
import { i18next } from './i18n.ts'
import { choiceLabel, fieldInWords, fieldLabel, resourceLabel } from './labels.ts'
import { sentenceOf } from './problem-sentence.ts'
import { keepLabels, keepWords } from './words.ts'

afterEach(async () => {
  keepWords({})
  keepLabels({})
  setLocale('en-US')
  await i18next.changeLanguage('en-US')
})

test('texts, dates and numbers follow the language', async () => {
  await speakSpanish()
  expect(i18next.t('login.title')).toBe('Iniciar sesión')
  expect(i18next.t('list.selected', { count: 3 })).toBe('3 filas seleccionadas')
  expect(i18next.t('nav.waiting', { count: 1_000_000 })).toBe('1,000,000 en espera')
  expect(translated('state.loading')).toBe('Cargando')
  expect(formatDateTime('2026-11-21T14:41:00Z')).toMatch(/^21 nov 2026, 9:41\s?a\.m\. /)
  expect(formatNumber(12_408.5)).toBe('12,408.5')
})

test('labels, choices, steps, help and problems come from the definitions in Spanish', async () => {
  await speakSpanish()
  expect(resourceLabel(courtCase, 'many')).toBe('Casos')
  expect(fieldLabel(courtCase, 'assignedTimekeepers')).toBe('Profesionales asignados')
  expect(fieldInWords(courtCase, 'uniqueKey')?.help).toBe(
    'El ID que el propio tribunal da al caso, como en sus enlaces.',
  )
  expect(choiceLabel({ kind: 'select', number: 4 }, 'Closed')).toBe('Cerrado')
  expect(stepLabel(storagePolicy, { name: 'where', label: 'Where it is saved', fields: [] })).toBe('Dónde se guarda')
  expect(sentenceOf('too_long:120')).toBe('Menos de 121 caracteres.')
})

test("the firm's own words replace the Spanish ones, but not another word that is spelled the same", async () => {
  await speakSpanish()
  keepWords({ 'matter.one': 'Encargo' })
  expect(fieldLabel(courtCase, 'matterId')).toBe('Encargo')
  expect(fieldInWords(autoCaseCreation, 'matterId')?.help).toMatch(/^El encargo de un caso nuevo/)
  expect(fieldLabel(emailTemplate, 'subject')).toBe('Asunto')
  expect(i18next.t('allSettings.about.area_of_law')).toBe('Qué clase de trabajo es un encargo.')
})

/** Loads what the console loads for a reader of Spanish. */
async function speakSpanish(): Promise<void> {
  const { mainLanguage } = await import('./es-US/main.ts')
  for (const each of [publicTexts, ...mainLanguage.texts]) {
    i18next.addResourceBundle('es-US', 'translation', each, true, true)
  }
  keepLabels(mainLanguage.labels)
  await i18next.changeLanguage('es-US')
  setLocale('es-US')
  setTimeZone('America/New_York')
}

test.each([
  [['es-MX', 'en-US'], 'es-US'],
  [['es'], 'es-US'],
  [['fr-FR', 'es-419', 'en'], 'es-US'],
  [['en-GB', 'es'], 'en-US'],
  [['de', 'fr'], 'en-US'],
  [[], 'en-US'],
])('a browser that asks for %j gets %s', (wanted, locale) => expect(localeFor(wanted)).toBe(locale))
