import type { AccessType } from '@courtcrier/contract/access.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { setSession } from './session-store.ts'
import { stubStorage } from './testing/browser.ts'
import { titleQuery } from './titles.ts'

afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

function signInWith(judge: AccessType): void {
  stubStorage()
  const role = { id: 'r', name: 'r', isSystemDefined: false, grants: { judge: { access: judge, fields: {} } } }
  const user = { id: 'u', fullName: 'U', email: 'u@firm.example', securityRoleId: 'r' }
  const far = Date.now() + 3_600_000
  setSession({ user, role, accessToken: 't', refreshToken: '', expiresAt: far, refreshAt: far } as never)
}

const titleOf = () => new QueryClient().fetchQuery(titleQuery('judge', 'j1'))

test('the titles of records of which the role may see none are not asked for', async () => {
  const answer = { titles: { j1: 'Hon. Beatrix Holloway' }, full: {} }
  const server = vi.fn(async () => Response.json(answer))
  vi.stubGlobal('fetch', server)
  signInWith('DENY')
  expect(await titleOf()).toBeNull()
  expect(server).not.toHaveBeenCalled()
  signInWith('READ')
  expect(await titleOf()).toBe('Hon. Beatrix Holloway')
})
