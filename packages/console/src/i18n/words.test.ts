import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { afterEach, expect, test } from 'vitest'
import './main-texts.ts'
import '../resource/entity-words.ts'
import { fieldLabel, resourceLabel, resourceWord } from '../resource/labels.ts'
import { addTexts, i18next } from './i18n.ts'
import { keepWords } from './words.ts'

afterEach(() => keepWords({}))

test("the firm's words are those of records, fields and the menu, also when the product's texts come later", () => {
  keepWords({ 'matter.one': 'Engagement', 'matter.many': 'Engagements', 'nav.inbox': 'Post', 'navGroup.data': '' })
  addTexts({ nav: { inbox: 'Inbox' } })
  expect(resourceLabel(matter, 'many')).toBe('Engagements')
  expect(resourceWord(matter, 'one')).toBe('engagement')
  expect(fieldLabel(courtCase, 'matterId')).toBe('Engagement')
  expect(i18next.t('nav.inbox')).toBe('Post')
  expect(i18next.t('navGroup.data')).toBe('Data tables')
})

test('texts name entities by them, and what is taken out of the dictionary has its own name again', () => {
  addTexts({ example: { text: '{{One.matter}} {{number}} of several {{many.matter}}' } })
  keepWords({ 'matter.one': 'Engagement', 'matter.many': 'Engagements' })
  expect(i18next.t('example.text', { number: 4 })).toBe('Engagement 4 of several engagements')
  keepWords({})
  expect(i18next.t('example.text', { number: 4 })).toBe('Matter 4 of several matters')
  expect(resourceLabel(matter, 'many')).toBe('Matters')
})
