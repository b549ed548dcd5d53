import type { AccessType } from '@courtcrier/contract/access.ts'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../../i18n/main-texts.ts'
import { setSession } from '../../../session/session-store.ts'
import { stubStorage } from '../../../session/testing/browser.ts'
import '../text.ts'
import { DeliveryList } from './DeliveryList.tsx'
import { failedFirst } from './failed-first.ts'
import type { ItemView } from './item-view.ts'
import './text.ts'

beforeEach(() => stubStorage())
afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

type Deliveries = ItemView['deliveries']

const sent: Deliveries = Array.from({ length: 400 }, (_, index) => ({
  id: `sent-${index}`,
  email: `person-${index}@one.example`,
  status: 'sent',
}))
const failed: Deliveries = ['ann@two.example', 'bo@two.example'].map((email) => ({
  id: email,
  email,
  status: 'failed',
}))

function shown(deliveries: Deliveries, access: AccessType = 'READ'): string {
  const role = { id: 'r', name: 'r', isSystemDefined: false, grants: { delivery: { access, fields: {} } } }
  const user = { id: 'u', fullName: 'U', email: 'u@firm.example', securityRoleId: 'r' }
  setSession({ user, role, accessToken: '', refreshToken: '', expiresAt: 0, refreshAt: 0 } as never)
  return renderToStaticMarkup(
    <MantineProvider>
      <DeliveryList deliveries={deliveries} />
    </MantineProvider>,
  )
}

test('what failed is first, and everything else keeps its order', () => {
  const rows = [{ status: 'sent', id: 1 }, { id: 2 }, { status: 'failed', id: 3 }, { status: 'sent', id: 4 }]
  expect(failedFirst(rows).map(({ id }) => id)).toEqual([3, 1, 2, 4])
})

test('emails that failed are above those of hundreds of other recipients, with how many they are', () => {
  const page = shown([...sent, ...failed])
  expect(page).toContain('2 of 402 failed')
  expect(page.indexOf('ann@two.example')).toBeLessThan(page.indexOf('person-0@one.example'))
  expect(page.indexOf('bo@two.example')).toBeLessThan(page.indexOf('person-0@one.example'))
})

test('recipients need no count if no email to them failed, or only one is shown', () => {
  expect(shown(sent)).not.toContain('400 failed')
  expect(shown(failed.slice(0, 1))).not.toContain('of 1 failed')
})

test('a role that sees no recipients reads that, and not that no one was notified', () => {
  expect(shown([], 'DENY')).toContain('Your role doesn&#x27;t include recipients.')
  expect(shown([], 'DENY')).not.toContain('No one has been notified')
  expect(shown([])).toContain('No one has been notified yet.')
})
