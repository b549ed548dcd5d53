import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/main-texts.ts'
import type { useTableState } from '../use-table-state.ts'
import { ListFooter } from './ListFooter.tsx'

const table = { state: { page: 0, size: 50 }, change: () => {} } as unknown as ReturnType<typeof useTableState>

function position(rows: readonly unknown[], data: unknown): string | undefined {
  const list = { rows, data, total: { total: rows.length, isAtLeast: false } }
  const footer = <ListFooter {...{ table, list }}>{null}</ListFooter>
  return /role="status">(.*?)<\/span>/.exec(renderToStaticMarkup(<MantineProvider>{footer}</MantineProvider>))?.[1]
}

test('a list says that it has no rows once that is known, not while they load', () => {
  expect(position([], undefined)).toBe('')
  expect(position([], { rows: [] })).toBe('None')
  expect(position([{}, {}], {})).toBe('1 to 2 of 2')
})
