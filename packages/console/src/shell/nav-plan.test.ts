import type { Role } from '@courtcrier/contract/access.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { describe, expect, test } from 'vitest'
import { navigationOf } from './nav-plan.ts'

function routesOf(name: string): string[] {
  const role = systemRoles.find((known) => known.name === name)
  if (!role) throw new Error(`there is no role ${name}`)
  return routes({ id: '', ...role })
}

function routes(role: Role): string[] {
  return navigationOf(role).flatMap(({ entries }) => entries.map(({ route }) => route))
}

describe('the navigation', () => {
  test('begins with the dashboard and the inbox and has every route once', () => {
    const all = routesOf('Administrator')
    expect(all.slice(0, 2)).toEqual(['/dashboard', '/inbox-items'])
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining(['/cases', '/users', '/storage-policies', '/firm-information']))
  })

  test('has only what the role may open', () => {
    const all = routesOf('View Only')
    expect(all).toContain('/cases')
    for (const denied of ['/users', '/firm-information', '/security-roles', '/event-logs'])
      expect(all).not.toContain(denied)
  })

  test('is empty for a role that may open nothing', () => {
    expect(routes({ id: '', name: '', isSystemDefined: false, grants: {} })).toEqual([])
  })
})
