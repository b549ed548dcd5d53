import { afterEach, describe, expect, test, vi } from 'vitest'
import { setSession } from '../session/session-store.ts'
import { signInWith } from '../session/testing/browser.ts'
import { safeTarget } from './guard.ts'

afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

describe('the page shown after login', () => {
  test('is the requested one', () => {
    expect(safeTarget('/cases?q=smith&f.status=Open#top')).toBe('/cases?q=smith&f.status=Open#top')
  })

  test('is the list of their pages for those without the dashboard, unless they asked for another', () => {
    signInWith({ dashboard: { access: 'DENY', fields: {} } })
    expect(safeTarget(undefined)).toBe('/success')
    expect(safeTarget('/cases')).toBe('/cases')
    signInWith({ dashboard: { access: 'READ', fields: {} } })
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
