import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/main-texts.ts'
import { TestFrame } from './TestFrame.tsx'

test('a test that couldn’t be run says why, and not that something couldn’t be loaded', () => {
  const failed = { error: new Error('Courtcrier cannot be reached.'), isPending: false, mutate: () => undefined }
  const text = renderToStaticMarkup(
    <MantineProvider>
      <TestFrame test={failed} words="dms.test">
        {null}
      </TestFrame>
    </MantineProvider>,
  )
  expect(text).toMatch(/<p role="alert"[^>]*>Courtcrier cannot be reached\.<\/p>/)
  expect(text).not.toContain('be loaded')
})
