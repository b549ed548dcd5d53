import { expect, test } from 'vitest'
import { judgeOf } from './answer-judge.ts'

const components = {
  schemas: { Case: { type: 'object', required: ['number'], properties: { number: { type: 'string' } } } },
}
const json = (schema: object) => ({ description: 'Answered.', content: { 'application/json': { schema } } })
const documentOf = (paths: object) => JSON.stringify({ openapi: '3.1.0', paths, components })
const oneCase = documentOf({
  '/case/{id}': { get: { responses: { 200: json({ $ref: '#/components/schemas/Case' }) } } },
})
const manyCases = documentOf({
  '/cases': {
    get: { responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Case' } }) } },
  },
})

function problemsOf(document: string, path: string, body: unknown, status = 200): string {
  const headers = { 'content-type': 'application/json' }
  return judgeOf(document)({ method: 'GET', path }, { status, headers, body: JSON.stringify(body) }).join('\n')
}

test('an answer as described has no problems, in each document with the same components', () => {
  expect(problemsOf(oneCase, '/case/1', { number: '1:24-cv-1' })).toBe('')
  expect(problemsOf(manyCases, '/cases', [{ number: '1:24-cv-1' }])).toBe('')
})

test.each([
  ['a value of another type', { number: 1 }, 'must be string'],
  ['a property that is missing', {}, "must have required property 'number'"],
  ['a property that is not described', { number: '1', judge: 'Ito' }, 'must NOT have unevaluated properties'],
])('%s is a problem, alone and in a list', (_, body, problem) => {
  expect(problemsOf(oneCase, '/case/1', body)).toContain(problem)
  expect(problemsOf(manyCases, '/cases', [body])).toContain(problem)
})

test('a status that is not described is a problem', () => {
  expect(problemsOf(oneCase, '/case/1', {}, 418)).toContain('the status 418 is not described')
})
