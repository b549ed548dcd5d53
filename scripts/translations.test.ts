import { expect, test } from 'vitest'
import { type Catalogue, differences, otherLanguages, readEnglish, readLanguage } from './translations.ts'

test('every language has every text, label and sentence of the console, and nothing else', async () => {
  const english = await readEnglish()
  expect(Object.keys(english.texts).length).toBeGreaterThan(2000)
  expect(Object.keys(english.labels).length).toBeGreaterThan(700)
  expect(otherLanguages()).toContain('es-US')
  for (const locale of otherLanguages()) expect(differences(english, readLanguage(locale)), locale).toEqual([])
})

const english: Catalogue = {
  texts: { 'a.title': 'Open {{One.case}}', 'a.rows_one': '{{count}} row', 'a.rows_other': '{{count}} rows' },
  labels: { Court: 'Court' },
  sentences: { 'Record not found.': 'Record not found.' },
  patterns: { '{0} was chosen by {1}.': '{0} was chosen by {1}.' },
}
const spanish: Catalogue = {
  texts: {
    'a.title': '{{One.case}} abierto',
    'a.rows_one': '{{count}} fila',
    'a.rows_many': '{{count}} filas',
    'a.rows_other': '{{count}} filas',
  },
  labels: { Court: 'Tribunal' },
  sentences: { 'Record not found.': 'No existe ese registro.' },
  patterns: { '{0} was chosen by {1}.': '{1} eligió {0}.' },
}

test('a complete language has no differences', () => {
  expect(differences(english, spanish)).toEqual([])
  const atStart = { ...english, texts: { ...english.texts, 'a.title': 'Open this {{one.case}}' } }
  expect(differences(atStart, spanish)).toEqual([])
})

test('a text that is missing, including a form of Spanish, is named', () => {
  const { 'a.title': _, 'a.rows_many': __, ...texts } = spanish.texts
  expect(differences(english, { texts, labels: {}, sentences: {}, patterns: {} })).toEqual([
    'lacks a.title: Open {{One.case}}',
    'lacks a.rows_many: {{count}} rows',
    'lacks the label "Court"',
    'lacks the sentence "Record not found."',
    'lacks the server sentence "{0} was chosen by {1}."',
  ])
})

test('a text that English no longer has is named, unless it translates a field differently', () => {
  const texts = { ...spanish.texts, 'a.gone': 'Nada', 'field.case.name': 'Carátula', 'field.case.gone': 'Nada' }
  const labels = { ...spanish.labels, Venue: 'Sede' }
  const sentences = { ...spanish.sentences, [['Nowhere', 'written.'].join(' ')]: 'En ningún lugar.' }
  expect(differences(english, { ...spanish, texts, labels, sentences })).toEqual([
    'has a.gone, which no longer exists in English',
    'has field.case.gone, which no longer exists in English',
    'has the label "Venue", which no longer exists in English',
    'has the sentence "Nowhere written.", which no longer exists in English',
  ])
})

test('a key in two files is named', () => {
  const repeated = ['a.title, again in texts.json']
  expect(differences(english, { ...spanish, repeated })).toEqual(['repeats a.title, again in texts.json'])
})

test('a text with other placeholders is named', () => {
  const texts = { ...spanish.texts, 'a.title': 'Abierto' }
  expect(differences(english, { ...spanish, texts })).toEqual(['has other placeholders in a.title: Open {{One.case}}'])
})

test('a server sentence that no longer exists, or has other values, is named', () => {
  const patterns = { '{0} was chosen by {1}.': 'Se eligió {0}.', 'Gone.': 'Se fue.' }
  expect(differences(english, { ...spanish, patterns })).toEqual([
    'has the server sentence "Gone.", which no longer exists in English',
    'has other values in the server sentence "{0} was chosen by {1}."',
  ])
})
