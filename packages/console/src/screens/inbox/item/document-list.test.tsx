import type { AccessType } from '@courtcrier/contract/access.ts'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import '../../../i18n/main-texts.ts'
import { setSession } from '../../../session/session-store.ts'
import { signInWith } from '../../../session/testing/browser.ts'
import '../text.ts'
import './text.ts'
import { DocumentList } from './DocumentList.tsx'

afterEach(() => {
  setSession(undefined)
  vi.unstubAllGlobals()
})

function shown(isAwaited: boolean, access: AccessType = 'READ'): string {
  signInWith({ document: { access, fields: {} } })
  return renderToStaticMarkup(
    <MantineProvider>
      <DocumentList documents={[]} isAwaited={isAwaited} onOpen={() => undefined} />
    </MantineProvider>,
  )
}

test('documents that a notice lists and that aren’t retrieved yet are not said to be absent', () => {
  expect(shown(true)).toContain('No documents have been retrieved yet.')
  expect(shown(true)).not.toContain('has no documents')
})

test('a filing without documents says so', () => {
  expect(shown(false)).toContain('This filing has no documents.')
})

test('a role that sees no documents reads that, and not that there are none', () => {
  expect(shown(false, 'DENY')).toContain('Your role doesn&#x27;t include documents.')
  expect(shown(false, 'DENY')).not.toContain('has no documents')
})
