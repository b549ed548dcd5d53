import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/i18n.ts'
import { firmQuery } from '../settings/save-firm.ts'
import { wallFace } from './face.ts'
import WallsOffBanner from './WallsOffBanner.tsx'

function shown(row: object | undefined): string {
  const client = new QueryClient()
  if (row) client.setQueryData(firmQuery.queryKey, row as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WallsOffBanner />
    </QueryClientProvider>,
  )
}

test('the list of walls says that none applies while they are off', () => {
  expect(wallFace.panels?.list).toBeDefined()
  const text = shown({ internalWallsEnabled: false, internalWallsState: 'unapplied' })
  expect(text).toContain('role="status"')
  expect(text).toContain('Ethical walls are off: they keep no one out.')
})

test.each([
  [{ internalWallsEnabled: true, internalWallsState: 'applied' }],
  [{ internalWallsEnabled: true, internalWallsState: 'unapplied' }],
  [{}],
  [undefined],
])('the list says nothing while walls are on, or while that is unknown: %j', (row) => {
  expect(shown(row)).toBe('')
})
