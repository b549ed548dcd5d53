import type { Role } from '@courtcrier/contract/access.ts'
import { emptyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { expect, test } from 'vitest'
import { statesOf, stepLabel, stepsOf, stepWith } from './steps.ts'

const roleWith = (fields: Record<string, 'READ' | 'DENY'> = {}): Role => ({
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { case: { access: 'FULL', fields } },
})
const scope = { resource: courtCase, role: roleWith(), row: emptyRow(courtCase), isNew: true }
const steps = stepsOf(scope)

test('a case is made in the order of the specification', () => {
  expect(steps.map((step) => stepLabel(courtCase, step))).toEqual([
    'Matters',
    'Case info',
    'Jurisdiction',
    'Timekeepers',
    'Judge and storage policy',
  ])
})

test('a step of which the role sees no field is left out, a hidden field of another one too', () => {
  const role = roleWith({ judge_id: 'DENY', storage_policy_id: 'DENY', caption: 'DENY' })
  const seen = stepsOf({ resource: courtCase, role })
  expect(seen.map((step) => step.name)).toEqual(['matters', 'caseInfo', 'jurisdiction', 'timekeepers'])
  expect(seen[1]?.fields).not.toContain('caption')
})

test('a field leads to its step, and one that no step asks for nowhere', () => {
  expect(stepWith(steps, ['judgeId', 'assignedTimekeepers'])).toBe(3)
  expect(stepWith(steps, ['envelopeCount'])).toBeUndefined()
})

test('what was passed is done or wrong; what lies ahead is open, whatever is missing there', () => {
  const values = { ...scope.row, name: 'A', caseNumber: '1:24-cv-1' }
  expect(statesOf(steps, { values, reached: 2, scope })).toEqual(['wrong', 'done', 'open', 'open', 'open'])
})
