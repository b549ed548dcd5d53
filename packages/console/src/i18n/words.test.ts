import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { afterEach, expect, test } from 'vitest'
import './main-texts.ts'
import '../resource/entity-words.ts'
import { addTexts, i18next } from './i18n.ts'
import { fieldLabel, resourceLabel, resourceWord } from './labels.ts'
import { keepWords } from './words.ts'

afterEach(() => keepWords({}))

test("the firm's words apply to records, fields and the menu, even if the product's texts load later", () => {
  keepWords({ 'matter.one': 'Engagement', 'matter.many': 'Engagements', 'nav.inbox': 'Post', 'navGroup.data': '' })
  addTexts({ nav: { inbox: 'Inbox' } })
  expect(resourceLabel(matter, 'many')).toBe('Engagements')
  expect(resourceWord(matter, 'one')).toBe('engagement')
  expect(fieldLabel(courtCase, 'matterId')).toBe('Engagement')
  expect(i18next.t('nav.inbox')).toBe('Post')
  expect(i18next.t('navGroup.data')).toBe('Data Tables')
})

test('texts use them for entities, and a word removed from the dictionary returns to the default', () => {
  addTexts({ example: { text: '{{One.matter}} {{number}} of several {{many.matter}}' } })
  keepWords({ 'matter.one': 'Engagement', 'matter.many': 'Engagements' })
  expect(i18next.t('example.text', { number: 4 })).toBe('Engagement 4 of several engagements')
  keepWords({})
  expect(i18next.t('example.text', { number: 4 })).toBe('Matter 4 of several matters')
  expect(resourceLabel(matter, 'many')).toBe('Matters')
})
