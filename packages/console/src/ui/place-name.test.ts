import { privatePlace } from '@courtcrier/contract/resources/sign-in.ts'
import { afterEach, expect, test } from 'vitest'
import sentences from '../i18n/es-US/sentences.json' with { type: 'json' }
import { setLocale } from './locale.ts'
import { placeName } from './place-name.ts'
import { keepSentences } from './translated.ts'

afterEach(() => {
  setLocale('en-US')
  keepSentences({})
})

test('where someone signed in is in the language of the console', () => {
  expect([placeName('Germany'), placeName(privatePlace)]).toEqual(['Germany', 'Private network'])
  setLocale('es-US')
  keepSentences(sentences)
  expect(['Germany', 'United States', privatePlace].map(placeName)).toEqual([
    'Alemania',
    'Estados Unidos',
    'Red privada',
  ])
})

test('a place that no table has stays as the server says it', () => {
  setLocale('es-US')
  expect(placeName('Atlantis')).toBe('Atlantis')
})
