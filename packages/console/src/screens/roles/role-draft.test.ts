import { expect, test } from 'vitest'
import { mergedRole } from './role-draft.ts'

const base = { name: 'Clerks', caseAccess: 'READ', firmAccess: 'FULL', userIds: ['a', 'b'] }

test('what someone else changed in a role meanwhile stays, and what was changed here too', () => {
  const theirs = { ...base, firmAccess: 'DENY', name: 'Docket clerks' }
  const mine = { ...base, caseAccess: 'FULL' }
  expect(mergedRole({ base, theirs, mine })).toEqual({ ...theirs, caseAccess: 'FULL' })
})

test('a value that both changed is the one chosen here, which the review shows', () => {
  const mine = { ...base, firmAccess: 'READ' }
  expect(mergedRole({ base, theirs: { ...base, firmAccess: 'DENY' }, mine })).toMatchObject({ firmAccess: 'READ' })
})

test('a user who has another role by now does not come back, and those who are to join still do', () => {
  const mine = { ...base, userIds: ['a', 'b', 'new', 'known'] }
  expect(mergedRole({ base, theirs: { ...base, userIds: ['b', 'known'] }, mine }).userIds).toEqual([
    'b',
    'known',
    'new',
  ])
})
