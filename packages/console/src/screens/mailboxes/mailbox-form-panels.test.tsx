import type { AccessType } from '@courtcrier/contract/access.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../i18n/main-texts.ts'
import { setSession } from '../../session/session-store.ts'
import { stubStorage } from '../../session/testing/browser.ts'
import MailboxFormPanels from './MailboxFormPanels.tsx'

beforeEach(() => stubStorage())
afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

const saved = '2026-01-01T00:00:00.000Z'

interface Shown {
  access?: AccessType
  isNew?: boolean
}

function shown(since: unknown, { access = 'FULL', isNew = false }: Shown = {}): string {
  const role = { id: 'r', name: 'r', isSystemDefined: false, grants: { [mailbox.subject]: { access, fields: {} } } }
  const user = {
    id: 'u',
    fullName: 'U',
    displayName: null,
    email: 'u@x.example',
    securityRoleId: 'r',
    timekeeperId: null,
  }
  setSession({ accessToken: 'a', refreshToken: 'b', expiresAt: 0, refreshAt: 0, user, role })
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MailboxFormPanels row={{ id: 'm', readFrom: saved }} values={{ readFrom: since }} isNew={isNew} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a time that is entered offers to count the messages since then before it is saved', () => {
  expect(shown('2016-01-01T00:00:00.000Z')).toContain('Count the messages')
})

test.each([[saved], [null]])('the time %s, which brings nothing more, offers nothing', (since) => {
  expect(shown(since)).not.toContain('<button')
})

test('someone who may not change mailboxes is offered nothing', () => {
  expect(shown('2016-01-01T00:00:00.000Z', { access: 'READ' })).not.toContain('<button')
})

test('a mailbox that is being added has no messages to count yet', () => {
  expect(shown('2016-01-01T00:00:00.000Z', { isNew: true })).not.toContain('<button')
})
