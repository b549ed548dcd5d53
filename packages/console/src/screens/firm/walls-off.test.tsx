import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/i18n.ts'
import { listBanners } from '../record-panels.ts'
import { firmQuery } from '../settings/save-firm.ts'
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

test('the list of walls says while they are off that none of them holds', () => {
  expect(listBanners.ethical_wall).toBeDefined()
  const text = shown({ internalWallsEnabled: false, internalWallsState: 'unapplied' })
  expect(text).toContain('role="status"')
  expect(text).toContain('Ethical walls are off: they keep no one out.')
})

test.each([
  [{ internalWallsEnabled: true, internalWallsState: 'applied' }],
  [{ internalWallsEnabled: true, internalWallsState: 'unapplied' }],
  [{}],
  [undefined],
])('and nothing while they are on, or nobody knows: %j', (row) => {
  expect(shown(row)).toBe('')
})
