import type { AccessType } from '@courtcrier/contract/access.ts'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../i18n/main-texts.ts'
import { setSession } from '../../session/session-store.ts'
import { sessionFor, stubStorage } from '../../session/testing/browser.ts'
import { NoNoticesYet } from './ToAddresses.tsx'
import './text.ts'

beforeEach(() => stubStorage())
afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

async function shown(access: AccessType): Promise<string> {
  const session = sessionFor(60)
  const grants = { firm: { access, fields: {} }, inbox_item: { access: 'FULL' as const, fields: {} } }
  setSession({ ...session, role: { ...session.role, isSystemDefined: false, grants } })
  const router = createRouter({
    routeTree: createRootRoute({ component: NoNoticesYet }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
}

test('the inbox of a firm without notices leads to the addresses that courts send them to', async () => {
  expect(await shown('READ')).toContain('href="/firm-information#mail"')
})

test('a role that may not open the firm is offered no link to it', async () => {
  const page = await shown('DENY')
  expect(page).toContain('No notices yet.')
  expect(page).not.toContain('href=')
})
