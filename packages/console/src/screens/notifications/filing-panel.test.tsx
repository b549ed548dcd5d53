import type { Role } from '@courtcrier/contract/access.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../i18n/main-texts.ts'
import { setSession } from '../../session/session-store.ts'
import { signInWith } from '../../session/testing/browser.ts'
import { FilingPanel } from './FilingPanel.tsx'
import { type FilingView, filingKey } from './filing-view.ts'
import './text.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => false } })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'yes' }))
})
afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

const whole = {
  envelope: { id: 'filing', caseName: 'Acme, Inc. v. Doe', docketNumber: '3:26-cv-04417', event: 'Order' },
  documents: [{ id: 'document', title: 'Order', number: '1', verdict: 'fetched' }],
  deliveries: [{ id: 'delivery', name: 'Ann Lee', email: 'ann@one.example', status: 'sent', reason: 'On the case.' }],
  chats: [],
  copies: [{ id: 'copy', documentId: 'document', policy: 'Matters', link: null, status: 'succeeded' }],
  notices: [{ id: 'notice', subject: 'Activity in Case', status: 'Succeeded', receivedAt: '2026-11-20T12:00:00.000Z' }],
  mayResend: false,
} as unknown as FilingView

/** What a role sees for which the state and the time of everything are hidden. */
const narrow: FilingView = {
  ...whole,
  deliveries: whole.deliveries.map(({ status: _, ...seen }) => seen),
  copies: whole.copies.map(({ status: _, ...seen }) => seen),
  notices: whole.notices.map(({ status: _, receivedAt: __, ...seen }) => seen as FilingView['notices'][number]),
}

async function shown(view: FilingView, grants: Role['grants'] = {}): Promise<string> {
  signInWith(grants)
  // The page is rendered as on a server.
  vi.stubGlobal('document', undefined)
  const client = new QueryClient()
  client.setQueryData(filingKey('filing'), view)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <FilingPanel id="filing" onClose={() => undefined} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
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

test('a filing shows its notices with state and time', async () => {
  const page = await shown(whole)
  expect(page).toContain('Activity in Case')
  expect(page).toMatch(/Succeeded/)
})

test('a role that sees neither state nor time of a notice, delivery or copy opens its filing', async () => {
  const page = await shown(narrow)
  for (const text of ['Acme, Inc. v. Doe', 'Activity in Case', 'Ann Lee', 'Matters']) expect(page).toContain(text)
  expect(page).not.toMatch(/Succeeded|1969|1970|undefined|Something went wrong/)
})

test('only a role that sees cases gets a link to the case', async () => {
  const ofCase = { ...whole, envelope: { ...whole.envelope, caseId: 'c1' } }
  expect(await shown(ofCase, { case: { access: 'READ', fields: {} } })).toContain('href="/cases/id/c1"')
  expect(await shown(ofCase)).not.toContain('/cases/id/')
})

test('a role that sees no copies in the DMS reads that, and not that there are none', async () => {
  const page = await shown({ ...whole, copies: [] })
  expect(page).toContain('Your role doesn&#x27;t include copies.')
  expect(page).not.toContain('No copies yet.')
})

test('recipients and channels that could not be notified are above all others', async () => {
  const sent = Array.from({ length: 400 }, (_, index) => ({
    id: `s${index}`,
    name: null,
    email: `person-${index}@one.example`,
    status: 'sent',
  }))
  const view = {
    ...whole,
    deliveries: [...sent, { id: 'f', name: 'Bo Ray', email: 'bo@two.example', status: 'failed' }],
    chats: [{ id: 'c', group: 'Partners', service: 'slack', status: 'failed', sentence: null, sentAt: null }],
  } as unknown as FilingView
  const page = await shown(view)
  expect(page).toContain('2 of 402 failed')
  for (const name of ['Bo Ray', 'Partners'])
    expect(page.indexOf(name)).toBeLessThan(page.indexOf('person-0@one.example'))
})
