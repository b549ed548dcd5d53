import { expect, test } from 'vitest'
import { confirmationProblem, emailProblem, passwordProblem } from './checks.ts'

/** The rules of section 5 of the specification for logging in and for new passwords. */
const short = 'Password is too short (minimum is 8 characters)'
const mismatch = 'Your password and confirmation password do not match.'

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['nobody', 'valid'],
  ['nobody@', 'valid'],
])('the email %j is refused: %s', (text, word) => {
  expect(emailProblem(text)?.toLowerCase()).toContain(word)
})

test('an email with surrounding blanks is accepted', () => {
  expect(emailProblem(' clerk@one.example ')).toBeNull()
})

test('a password is required and has 8 characters', () => {
  expect(passwordProblem('')?.toLowerCase()).toContain('required')
  expect(passwordProblem(' '.repeat(8))?.toLowerCase()).toContain('required')
  expect(passwordProblem('1234567')).toBe(short)
  expect(passwordProblem('🔑🔑🔑🔑')).toBe(short)
  expect(passwordProblem('12345678')).toBeNull()
})

test('a confirmation is required and matches', () => {
  expect(confirmationProblem('', 'x')?.toLowerCase()).toContain('required')
  expect(confirmationProblem('other one', 'long enough')).toBe(mismatch)
  expect(confirmationProblem('long enough', 'long enough')).toBeNull()
})
