import { client } from '@courtcrier/contract/resources/client.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/main-texts.ts'
import type { TableState } from '../table-state.ts'
import type { useTableState } from '../use-table-state.ts'
import EmptyList from './EmptyList.tsx'

const usual: TableState = { freeText: '', filters: [], view: 'all', sort: [], page: 0, size: 50 }

function shown(resource: typeof client | typeof systemEvent, change: Partial<TableState>): string {
  const table = { state: { ...usual, ...change } } as ReturnType<typeof useTableState>
  return renderToStaticMarkup(
    <MantineProvider>
      <EmptyList resource={resource} table={table} canCreate={false} />
    </MantineProvider>,
  )
}

test('a list that is empty in the part that it begins with says what will be there, and offers no filter to clear', () => {
  for (const view of ['changes', 'all'] as const) {
    const page = shown(systemEvent, { view })
    expect(page).toContain('No event logs yet')
    expect(page).not.toContain('<button')
  }
})

test('a list that the user narrowed offers to show all records again', () => {
  const narrowed: [typeof client | typeof systemEvent, Partial<TableState>][] = [
    [systemEvent, { view: 'visits' }],
    [client, { view: 'recent' }],
    [client, { freeText: 'zeta' }],
    [client, { filters: [{ field: 'status', in: ['Closed'] }] }],
  ]
  for (const [resource, change] of narrowed) expect(shown(resource, change)).toContain('Clear filters')
})
