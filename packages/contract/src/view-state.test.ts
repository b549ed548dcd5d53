import { describe, expect, test } from 'vitest'
import { client } from './resources/client.ts'
import { userSecurityRole } from './resources/user-security-role.ts'
import { roleOf } from './testing/arbitrary-role.ts'
import { viewLayoutProblem, viewStateProblem, visibleViewLayout, visibleViewState } from './view-state.ts'

const withoutStatus = {
  ...roleOf('FULL'),
  grants: { client: { access: 'READ' as const, fields: { status: 'DENY' as const } } },
}

test.each<[state: string, problem: string | undefined]>([
  ['', undefined],
  ['q=acme&size=100&view=recent', undefined],
  ['sort=status,-number&f.status=Open&f.status=Closed&f.createdAt=2026-01-01..', undefined],
  ['sort=shoeSize', 'view_part:shoeSize'],
  ['sort=name,-shoeSize', 'view_part:shoeSize'],
  ['f.shoeSize=9', 'view_part:shoeSize'],
  ['f.constructor=1', 'view_part:constructor'],
  ['page=3', 'view_part:page'],
  ['viewId=1', 'view_part:viewId'],
])('the state %j has the problem %j', (state, problem) => {
  expect(viewStateProblem(client, state)).toBe(problem)
})

test.each<[layout: string, problem: string | undefined]>([
  ['{}', undefined],
  ['{"columns":["name"],"widths":{"name":200},"density":"compact","isPinned":false}', undefined],
  ['{"columns":["shoeSize"]}', 'view_part:shoeSize'],
  ['{"widths":{"shoeSize":9}}', 'view_part:shoeSize'],
  ['{"columns":"name"}', 'view_layout'],
  ['{"widths":{"name":"wide"}}', 'view_layout'],
  ['{"density":"huge"}', 'view_layout'],
  ['{"color":"red"}', 'view_layout'],
  ['{"constructor":1}', 'view_layout'],
  ['[]', 'view_layout'],
  ['name', 'view_layout'],
])('the layout %s has the problem %j', (layout, problem) => {
  expect(viewLayoutProblem(client, layout)).toBe(problem)
})

describe('what a role sees of a view', () => {
  test('is the state without filters and sorts by fields it may not see', () => {
    const state = 'q=acme&sort=status,-number&f.status=Pending&f.number=~9'
    expect(visibleViewState(client, state, withoutStatus)).toBe('q=acme&sort=-number&f.number=%7E9')
    expect(visibleViewState(client, 'sort=-status', withoutStatus)).toBe('')
    expect(visibleViewState(client, 'f.status=Pending', roleOf('FULL'))).toBe('f.status=Pending')
    expect(visibleViewState(userSecurityRole, 'f.name=~a', withoutStatus)).toBe('')
  })

  test('is the layout without columns it may not see', () => {
    const layout = '{"columns":["status","name"],"widths":{"status":90,"name":200},"density":"compact"}'
    const seen = visibleViewLayout(client, layout, withoutStatus)
    expect(JSON.parse(seen ?? '')).toEqual({ columns: ['name'], widths: { name: 200 }, density: 'compact' })
    expect(visibleViewLayout(client, 'nonsense', withoutStatus)).toBeNull()
  })
})
