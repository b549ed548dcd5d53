import { client } from '@courtcrier/contract/resources/client.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../session/query-client.ts'
import { setSession } from '../session/session-store.ts'
import { sessionFor, stubFetch, stubStorage } from '../session/testing/browser.ts'
import { dismissNotice, getNotices } from '../ui/notices.ts'
import { saveCell } from './save-cell.ts'

const row = { id: 'c1', name: 'Aldine', openDate: '2026-01-02', updatedAt: '2026-01-03T00:00:00Z' }
const shownRow = () => queryClient.getQueryData<{ rows: object[] }>(['client', 'search', 'x'])?.rows[0]

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  setSession(sessionFor(30))
  for (const { id } of getNotices()) dismissNotice(id)
  queryClient.setQueryData(['client', 'search', 'x'], { rows: [row], total: 1 })
})

test('a value that the server refuses comes back with its reason, and the table shows the former one', async () => {
  const errors = [{ field: 'open_date', message: 'The case was opened later.' }]
  stubFetch(() => Response.json({ status: 422, code: 'validation_failed', detail: 'No.', errors }, { status: 422 }))
  const outcome = await saveCell({ resource: client, row, key: 'openDate', value: '2031-01-01' })
  expect(outcome).toEqual({ refusal: { value: '2031-01-01', problem: 'The case was opened later.' } })
  expect(getNotices().map(({ text }) => text)).toEqual(['The case was opened later.'])
  expect(shownRow()).toMatchObject({ openDate: '2026-01-02' })
})

test('a value that couldn’t be sent comes back too', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stubFetch(() => Promise.reject(new TypeError('offline')))
  const outcome = await saveCell({ resource: client, row, key: 'openDate', value: null })
  expect(outcome).toMatchObject({ refusal: { value: null } })
})
