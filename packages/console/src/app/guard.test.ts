import type { AccessType } from '@courtcrier/contract/access.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setSession } from '../session/session-store.ts'
import { stubStorage } from '../session/testing/browser.ts'
import { safeTarget } from './guard.ts'

afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

function signInWith(dashboard: AccessType): void {
  stubStorage()
  const role = { id: 'r', name: 'r', isSystemDefined: false, grants: { dashboard: { access: dashboard, fields: {} } } }
  const user = { id: 'u', fullName: 'U', email: 'u@firm.example', securityRoleId: 'r' }
  setSession({ user, role, accessToken: '', refreshToken: '', expiresAt: 0, refreshAt: 0 } as never)
}

describe('the page shown after login', () => {
  test('is the requested one', () => {
    expect(safeTarget('/cases?q=smith&f.status=Open#top')).toBe('/cases?q=smith&f.status=Open#top')
  })

  test('is the list of their pages for those without the dashboard, unless they asked for another', () => {
    signInWith('DENY')
    expect(safeTarget(undefined)).toBe('/success')
    expect(safeTarget('/cases')).toBe('/cases')
    signInWith('READ')
    expect(safeTarget(undefined)).toBe('/dashboard')
  })

  test.each([
    undefined,
    7,
    '',
    'cases',
    '//evil.example/x',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example/x',
    '/%2e%2e//evil.example',
    '/cases/..//evil.example',
    '/..\\/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ])('is the first page for %s', (from) => {
    expect(safeTarget(from)).toBe('/dashboard')
  })

  test.each(['/', '/login', '/login?from=/login', '/password-reset'])(
    'is not %s, which leads back to the login',
    (from) => {
      expect(safeTarget(from)).toBe('/dashboard')
    },
  )
})
