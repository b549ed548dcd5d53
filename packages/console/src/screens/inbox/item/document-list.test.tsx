import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../../i18n/main-texts.ts'
import { stubStorage } from '../../../session/testing/browser.ts'
import '../text.ts'
import './text.ts'
import { DocumentList } from './DocumentList.tsx'

beforeEach(() => stubStorage())
afterEach(() => vi.unstubAllGlobals())

function shown(isAwaited: boolean): string {
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
