import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ApiError, type ErrorCode, errorCatalogue } from './errors.ts'
import { problemDetails } from './problem-details.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const text = await readFile(path.join(import.meta.dirname, '../../../docs/errors.md'), 'utf8')
const sections = text.split(/^## /m).slice(1)

describe('docs/errors.md', () => {
  test('has exactly the codes of the catalogue, once each and in its order', () => {
    expect(sections.map((section) => section.split('\n', 1)[0])).toStrictEqual(codes)
  })

  test.each(codes)('states the status, title and sentence of %s, and what to do', (code) => {
    const { status, title, sentence } = errorCatalogue[code]
    const section = sections.find((one) => one.startsWith(`${code}\n`))
    expect(section).toContain(`\n**${status} ${title}.** “${sentence}”\n`)
    expect(section).toMatch(/\n- \*\*When:\*\* [A-Z].{20,}\.\n/)
    expect(section).toMatch(/\n- \*\*What to do:\*\* [A-Z].{20,}\.\n/)
  })
})

describe('the catalogue of errors', () => {
  test('has an error status, a title and a capitalized sentence for each code', () => {
    for (const [code, { status, title, sentence }] of Object.entries(errorCatalogue)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect([title, sentence].every((words) => /^[A-Z]/.test(words))).toBe(true)
    }
  })

  test.each<[code: ErrorCode, status: number, sentence: string]>([
    ['session_expired', 401, 'Your session has expired. You have been logged out.'],
    ['not_unique', 409, 'Error code: 409. Entity already exists. Make sure fields are unique.'],
    ['internal', 500, 'Error code: 500. Internal server error'],
    ['too_broad', 422, 'Too many results, please enter more specific keywords'],
    ['login_failed', 401, 'The information you entered does not match the records in our system. Please try again.'],
  ])('answers %s with %d and the words of the specification', (code, status, sentence) => {
    expect(errorCatalogue[code]).toMatchObject({ status, sentence })
  })
})

describe('problem details (RFC 9457)', () => {
  test('of an error without details are those of its code', () => {
    expect(problemDetails(new ApiError('not_found'))).toStrictEqual({
      type: 'https://courtcrier.org/errors#not_found',
      title: 'Not found',
      status: 404,
      detail: 'Record not found.',
      code: 'not_found',
    })
  })

  test('name 50 invalid fields and say how many more there are, however many were sent', () => {
    const problems = Array.from({ length: 90_000 }, (_, n) => ({ field: `field_${n}`, code: 'unknown_field' }))
    const details = problemDetails(new ApiError('invalid_input', { problems }))
    expect(details.errors?.map(({ field }) => field)).toEqual(problems.slice(0, 50).map(({ field }) => field))
    expect(details.more_errors).toBe(89_950)
    expect(problemDetails(new ApiError('invalid_input', { problems: problems.slice(0, 50) }))).not.toHaveProperty(
      'more_errors',
    )
  })

  test('cut the name of a field that is longer than any', () => {
    const problems = [{ field: 'x'.repeat(900_000), code: 'unknown_field' }]
    const [error] = problemDetails(new ApiError('invalid_input', { problems })).errors ?? []
    expect(error?.field).toBe(`${'x'.repeat(200)}…`)
  })

  test('name every invalid field, with a sentence each', () => {
    const problems = [
      { field: 'name', code: 'too_long:60' },
      { field: 'shoe_size', code: 'unknown_field' },
    ]
    const details = problemDetails(new ApiError('invalid_input', { problems }))
    expect(details.errors).toStrictEqual([
      { field: 'name', code: 'too_long:60', message: 'Length less than 61 characters.' },
      { field: 'shoe_size', code: 'unknown_field', message: 'There is no field with this name.' },
    ])
  })

  test('contain the specific sentence but not the cause', () => {
    const cause = new Error('password authentication failed for user "courtcrier"')
    const error = new ApiError('unavailable', { sentence: 'The database is being upgraded.', cause })
    expect(error.cause).toBe(cause)
    const details = problemDetails(error)
    expect(details.detail).toBe('The database is being upgraded.')
    expect(JSON.stringify(details)).not.toContain('password')
  })

  test.each(codes)('link %s to its heading in docs/errors.md', (code) => {
    const details = problemDetails(new ApiError(code))
    expect(details.type).toBe(`https://courtcrier.org/errors#${code}`)
    expect([details.status, details.title]).toStrictEqual([errorCatalogue[code].status, errorCatalogue[code].title])
  })
})
