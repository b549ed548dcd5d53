import { describe, expect, test } from 'vitest'
import { describeProblem, validationMessages } from './messages.ts'

/** The messages of section 5 of the specification, and the console's where the specification gives no wording. */
const sentences = [
  ['required', 'This field is required.'],
  ['required_items', 'At least one item is required.'],
  ['too_long:60', 'Length less than 61 characters.'],
  ['not_email', 'Must be a valid email.'],
  ['not_unique', "This value can't be used. Enter another."],
  ['duplicate_item', 'This item is already in the list.'],
  ['password_too_short', 'Password is too short (minimum is 8 characters)'],
  ['password_required', 'Password is required.'],
  ['confirmation_required', 'Password confirmation is required.'],
  ['confirmation_mismatch', 'Your password and confirmation password do not match.'],
  ['email_unknown', "Email doesn't exist."],
  ['unknown_field', 'There is no field with this name.'],
  ['forbidden_field', 'Your role may not change this field.'],
  ['read_only_field', 'This field is set by Courtcrier and cannot be changed.'],
] as const

describe('a problem', () => {
  test.each(sentences)('%s reads: %s', (code, sentence) => {
    expect(describeProblem(code)).toBe(sentence)
  })

  test('may have colons and dollar signs in its argument', () => {
    expect(describeProblem("template:$& is: $'")).toBe("This template can't be used: $& is: $'")
  })

  test.each(['no_such_code', 'toString', 'constructor:x', '__proto__', ''])(
    '%j, which has no sentence, is shown as is',
    (code) => {
      expect(describeProblem(code)).toBe(code)
    },
  )

  test('has a sentence for every code, ended like a sentence', () => {
    for (const [code, sentence] of Object.entries(validationMessages)) {
      expect(code).toMatch(/^[a-z][a-z_]*$/)
      // The password sentence is the specification's own, without a period; an argument ends the template's.
      if (!['password_too_short', 'template', 'condition', 'notice_format'].includes(code))
        expect(sentence).toMatch(/^[A-Z].*\.$/)
    }
  })
})
