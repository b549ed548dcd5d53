import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { emptyRow } from '@courtcrier/contract/resource.ts'
import { type Mailbox, mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../i18n/main-texts.ts'
import { setSession } from '../../session/session-store.ts'
import { stubStorage } from '../../session/testing/browser.ts'
import { MailboxHealth } from './MailboxHealth.tsx'

beforeEach(() => stubStorage())
afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const read = { isActive: true, health: 'healthy', service: 'GRAPH', checkedAt: ago(2), updatedAt: ago(500) }

function shown(values: object, errors: readonly string[] = []): string {
  const grants = Object.fromEntries(
    permissionSubjects.map((subject) => [subject, { access: 'FULL' as const, fields: {} }]),
  )
  const role = { id: 'r', name: 'r', isSystemDefined: false, grants }
  const user = {
    id: 'u',
    fullName: 'U',
    displayName: null,
    email: 'u@x.example',
    securityRoleId: 'r',
    timekeeperId: null,
  }
  setSession({ accessToken: 'a', refreshToken: 'b', expiresAt: 0, refreshAt: 0, user, role })
  const client = new QueryClient()
  client.setQueryData([systemEvent.name, 'of-mailbox', 'm'], {
    rows: errors.map((sentence, index) => ({ id: `${index}`, sentence, createdAt: ago(index) })),
    total: errors.length,
  })
  const row = { ...emptyRow(mailbox), ...read, id: 'm', ...values } as unknown as Mailbox
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MailboxHealth row={row} />
    </QueryClientProvider>,
  )
  return markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('a mailbox that keeps up has no lag, and says when it was last read', () => {
  expect(shown({})).toMatch(/Lag None\. Everything that had arrived by .* was received\./)
})

test('a mailbox in which a message waits says for how long, and what went wrong last', () => {
  const text = shown({ behindSince: ago(150), lastMessageAt: ago(200) }, ['The server did not answer.'])
  expect(text).toMatch(/Last message \w+ \d+.* Lag 2 hours\. What arrived since .* may still be in the mailbox\./)
  expect(text).toMatch(/Last errors .* The server did not answer\./)
})

test('a mailbox that nothing looks at is behind since it was last read', () => {
  expect(shown({ checkedAt: ago(30) })).toContain('Lag 30 minutes. It has not been read since')
})

test('a mailbox out of use has no lag', () => {
  expect(shown({ isActive: false, checkedAt: ago(3000) })).toContain('Lag Not in use, so not read.')
})
