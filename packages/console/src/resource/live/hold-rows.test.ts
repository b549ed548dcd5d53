import { expect, it } from 'vitest'
import { holdRows as hold } from './hold-rows.ts'

const row = (id: string, minute: number, status = 'Started') => ({
  id,
  status,
  receivedAt: `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`,
})
type Row = ReturnType<typeof row>
const holdRows = (shown: readonly Row[], fresh: readonly Row[]) => hold(shown, fresh, ({ receivedAt }) => receivedAt)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')

it('keeps every row in its place while new ones come in, and counts those', () => {
  const held = holdRows([row('b', 2), row('a', 1)], [row('d', 4), row('c', 3), row('b', 2), row('a', 1)])
  expect(ids(held.rows)).toBe('ba')
  expect(held).toMatchObject({ arrivals: 2, departures: 0 })
})

it('shows each kept row as it is now', () => {
  const held = holdRows([row('b', 2), row('a', 1)], [row('b', 2, 'Succeeded'), row('a', 1)])
  expect(held.rows[0]).toMatchObject({ status: 'Succeeded' })
})

it('keeps a row that left the list, and counts it', () => {
  const held = holdRows([row('b', 2), row('a', 1)], [row('a', 1)])
  expect(ids(held.rows)).toBe('ba')
  expect(held).toMatchObject({ arrivals: 0, departures: 1, departedIds: new Set(['b']) })
})

it('does not call gone what a full page only pushed to the next one', () => {
  const held = holdRows([row('c', 3), row('b', 2), row('a', 1)], [row('d', 4), row('c', 3), row('b', 2)])
  expect(held).toMatchObject({ arrivals: 1, departures: 0 })
})

it('does not call new what only moved up from the next page', () => {
  const held = holdRows([row('c', 3), row('b', 2)], [row('c', 3), row('a', 1)])
  expect(held).toMatchObject({ arrivals: 0, departures: 1, departedIds: new Set(['b']) })
})

it('holds an empty list and a list that became empty', () => {
  expect(holdRows([], [row('a', 1)])).toEqual({ rows: [], arrivals: 1, departures: 0, departedIds: new Set() })
  expect(holdRows([row('a', 1)], [])).toMatchObject({ arrivals: 0, departures: 1 })
})
