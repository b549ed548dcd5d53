import type { AccessType } from '@courtcrier/contract/access.ts'
import type { InboxCounts } from '@courtcrier/contract/calls/inbox-counts.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../i18n/main-texts.ts'
import { keepFirm } from '../../session/firm.ts'
import { setSession } from '../../session/session-store.ts'
import { signInWith } from '../../session/testing/browser.ts'
import { NoNotices } from './NoNotices.tsx'
import './text.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => false } })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'yes' }))
})
afterEach(() => {
  setSession(undefined)
  keepFirm({})
  vi.unstubAllGlobals()
})

const never: InboxCounts = {
  counts: {},
  total: 0,
  at_least: [],
  archived: 0,
  archived_at_least: false,
  latest_received_at: null,
}

interface Shown {
  counts?: InboxCounts
  addresses?: string[]
  firm?: AccessType
  inboxItem?: AccessType
}

async function shown({ counts = never, addresses, firm = 'FULL', inboxItem = 'FULL' }: Shown): Promise<string> {
  signInWith({ firm: { access: firm, fields: {} }, inbox_item: { access: inboxItem, fields: {} } })
  keepFirm(addresses ? { incomingEmailAddresses: addresses } : {})
  // The page is rendered as on a server.
  vi.stubGlobal('document', undefined)
  const client = new QueryClient()
  client.setQueryData(['inbox_item', 'counts', {}], counts)
  client.setQueryData(['inbox_item', 'counts', { fold: 'envelope_id' }], counts)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <NoNotices isAll={false} /> }),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  })
  await router.load()
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('a firm that never received a notice reads where courts are to send them', async () => {
  const page = await shown({ addresses: ['*@ecf.firm.example', 'notices@firm.example'] })
  expect(page).toContain('No notices yet')
  expect(page).toContain('*@ecf.firm.example or notices@firm.example')
  expect(page).toContain('href="/firm-information#mail"')
  expect(page).not.toContain('Choose other dates')
})

test('a firm without an address reads that it has none', async () => {
  expect(await shown({ addresses: [] })).toContain('The firm has no address for notices yet.')
})

test('someone who may not open the firm’s settings gets no link there, nor a guess about its addresses', async () => {
  const page = await shown({ firm: 'DENY' })
  expect(page).toContain('No notices yet')
  expect(page).not.toMatch(/firm-information|no address/)
})

test.each([
  ['notices were received', { counts: { ...never, latest_received_at: '2026-11-01T12:00:00.000Z' } }],
  ['all of them are archived', { counts: { ...never, archived: 3 } }],
  ['the role doesn’t see when', { inboxItem: 'DENY' as const }],
])('where %s, the empty dashboard offers other dates', async (_, setting) => {
  const page = await shown({ addresses: ['notices@firm.example'], ...setting })
  expect(page).toContain('Choose other dates')
  expect(page).not.toContain('No notices yet')
})
