import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { addTexts, i18next } from './i18n.ts'
import { choiceLabel, fieldLabel, resourceLabel, resourceWord } from './labels.ts'

afterEach(() => i18next.removeResourceBundle('en-US', 'translation'))

describe('labels', () => {
  test.each([
    ['PDF_AND_DMS_LINK_NO_EMAIL', 'PDF and DMS link no email'],
    ['INHERIT_METHOD', 'Inherit method'],
    ['PDF', 'PDF'],
    ['waiting', 'Waiting'],
    ['login success', 'Login success'],
    ['DMS upload failure', 'DMS upload failure'],
    ['Open', 'Open'],
    ['smtp', 'SMTP'],
  ])('of the choice %s is %s', (value, label) => {
    expect(choiceLabel({ kind: 'select', number: 4 }, value)).toBe(label)
  })

  test('of a choice is the one in the definition', () => {
    expect(choiceLabel(storagePolicy.fields.storeEmail ?? { kind: 'select', number: 6 }, 'eml')).toBe('As email (.eml)')
  })

  test('come from the definition, and start in lower case within a sentence', () => {
    expect(fieldLabel(courtCase, 'uniqueKey')).toBe('Court case ID')
    expect(resourceLabel(courtCase, 'many')).toBe('Cases')
    expect(resourceWord(courtCase, 'one')).toBe('case')
  })

  test("are replaced by the firm's own words", () => {
    addTexts({
      resource: { case: { one: 'Proceeding', many: 'Proceedings' } },
      field: { case: { name: 'Style of cause' } },
    })
    expect(resourceWord(courtCase, 'many')).toBe('proceedings')
    expect(fieldLabel(courtCase, 'name')).toBe('Style of cause')
  })
})
