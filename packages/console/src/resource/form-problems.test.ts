import { describeProblem, type ValidationCode } from '@courtcrier/contract/messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import spanish from '../i18n/es-US/validation.json' with { type: 'json' }
import { i18next } from '../i18n/i18n.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { problemsFrom, reasonOf } from './form-problems.ts'

beforeEach(async () => {
  i18next.addResourceBundle('es-US', 'translation', spanish, true, true)
  await i18next.changeLanguage('es-US')
})
afterEach(async () => {
  await i18next.changeLanguage('en-US')
})

/** The refusal of these fields, as the server sends it. */
function refusalOf(fields: Readonly<Record<string, ValidationCode>>): ApiFailure {
  const errors = Object.entries(fields).map(([field, code]) => ({ field, code, message: describeProblem(code) }))
  const detail = 'Some fields need to be corrected.'
  return new ApiFailure(400, {
    problem: { type: '', title: '', status: 400, detail, code: 'invalid_input', errors },
  })
}

test('a refused field is said in the language of the console, not as the server sent it', () => {
  const failure = refusalOf({ current_password: 'wrong_password' })
  expect(problemsFrom(failure.problem)).toEqual({ currentPassword: spanish.validation.wrong_password })
  expect(reasonOf(refusalOf({ code: 'wrong_code' }))).toBe(spanish.validation.wrong_code)
})

test('a failure that names no field gives its own sentence', () => {
  expect(reasonOf(new ApiFailure(404, { sentence: 'Record not found.' }))).toBe('Record not found.')
  expect(reasonOf(new Error('The connection was lost.'))).toBe('The connection was lost.')
})
