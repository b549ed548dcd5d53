import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { setSession } from './session-store.ts'
import { signInWith } from './testing/browser.ts'
import { titleQuery } from './titles.ts'

afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

const titleOf = () => new QueryClient().fetchQuery(titleQuery('judge', 'j1'))

test('the titles of records of which the role may see none are not asked for', async () => {
  const answer = { titles: { j1: 'Hon. Beatrix Holloway' }, full: {} }
  const server = vi.fn(async () => Response.json(answer))
  vi.stubGlobal('fetch', server)
  signInWith({ judge: { access: 'DENY', fields: {} } })
  expect(await titleOf()).toBeNull()
  expect(server).not.toHaveBeenCalled()
  signInWith({ judge: { access: 'READ', fields: {} } })
  expect(await titleOf()).toBe('Hon. Beatrix Holloway')
})
