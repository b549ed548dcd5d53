import { describe, expect, test } from 'vitest'
import { fieldTermOf, renameTerms, sharedTerms, termInSentence, termOf } from './dictionary.ts'
import { validateValue } from './input.ts'
import { describeProblem } from './messages.ts'
import { courtCase } from './resources/case.ts'
import { clioCredential } from './resources/clio-credential.ts'
import { firm } from './resources/firm.ts'
import { identityProvider } from './resources/identity-provider.ts'
import { mailSender } from './resources/mail-sender.ts'
import { mailbox } from './resources/mailbox.ts'
import { matter } from './resources/matter.ts'

const words = { 'matter.one': 'Engagement', 'matter.many': 'Engagements', 'client.one': 'USA client', 'case.many': '' }

describe("the firm's words", () => {
  test('replace the label of an entity, alone and in a sentence; without one, or with an empty one, it stays', () => {
    expect(termOf(matter, 'one', words)).toBe('Engagement')
    expect(termInSentence(matter, 'many', words)).toBe('engagements')
    expect(termOf(courtCase, 'many', words)).toBe('Cases')
    expect(termOf(matter, 'one', {})).toBe('Matter')
  })

  test('are not inherited from Object', () => {
    expect(renameTerms('Constructor and matter', { 'constructor.one': 'x' })).toBe('Constructor and matter')
  })

  test.each([
    ['Matter', 'Engagement'],
    ['Originating matter', 'Originating engagement'],
    ['Matters of the client', 'Engagements of the USA client'],
    ['Antimatter and clients', 'Antimatter and clients'],
    ['Subject-matter', 'Subject-engagement'],
  ])('change %s to %s', (text, expected) => expect(renameTerms(text, words)).toBe(expected))

  test('for a document do not change "document processing"', () => {
    const own = { 'document.one': 'File' }
    expect(renameTerms('Document processing of a document', own)).toBe('Document processing of a file')
  })

  test('are in the labels of fields, but not in those of other systems', () => {
    expect(fieldTermOf(courtCase, 'matterId', words)).toBe('Engagement')
    for (const resource of [clioCredential, mailbox, mailSender, identityProvider]) {
      const label = fieldTermOf(resource, 'clientId', { 'client.one': 'Customer' })
      expect(label).toMatch(/\bclient\b/i)
      expect(label).not.toContain('ustomer')
    }
  })

  test('shared by two entities in the plural are reported', () => {
    expect(sharedTerms({})).toEqual([])
    expect(sharedTerms({ 'matter.many': 'clients' })).toEqual(['clients'])
  })
})

describe('a dictionary', () => {
  const refusal = (value: unknown) => {
    const result = firm.fields.dictionary ? validateValue(firm.fields.dictionary, value) : { value }
    return 'code' in result ? describeProblem(result.code) : undefined
  }
  test.each([
    [{ 'matter.one': 'x'.repeat(61) }, 'Length less than 61 characters.'],
    [{ 'matter.one': 'a\u0007b' }, 'Must not contain control characters.'],
    [{ matter: 'x' }, 'Must name entities or menu words, such as matter.one, matter.many and nav.inbox.'],
    [{ 'matter.one': 'Engagement', 'nav.inbox': 'Post' }, undefined],
  ])('%j: %s', (value, sentence) => expect(refusal(value)).toBe(sentence))
})
