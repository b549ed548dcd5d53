import { expect, it } from 'vitest'
import { holdRows as hold, settleRows } from './hold-rows.ts'

const row = (id: string, minute: number, status = 'Started') => ({
  id,
  status,
  receivedAt: `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`,
})
type Row = ReturnType<typeof row>
const holdRows = (shown: readonly Row[], fresh: readonly Row[]) =>
  hold(shown, fresh, { cameAt: ({ receivedAt }) => receivedAt, keyOf: ({ id }) => id })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')

it('keeps every row in place while new ones arrive, and counts those', () => {
  const held = holdRows([row('b', 2), row('a', 1)], [row('d', 4), row('c', 3), row('b', 2), row('a', 1)])
  expect(ids(held.rows)).toBe('ba')
  expect(held).toMatchObject({ arrivals: 2, departures: 0 })
})

it('shows the current values of each held row', () => {
  const held = holdRows([row('b', 2), row('a', 1)], [row('b', 2, 'Succeeded'), row('a', 1)])
  expect(held.rows[0]).toMatchObject({ status: 'Succeeded' })
})

it('keeps a row that left the list, and counts it', () => {
  const held = holdRows([row('b', 2), row('a', 1)], [row('a', 1)])
  expect(ids(held.rows)).toBe('ba')
  expect(held).toMatchObject({ arrivals: 0, departures: 1, departedIds: new Set(['b']) })
})

it('does not count a row that a full page pushed to the next one as gone', () => {
  const held = holdRows([row('c', 3), row('b', 2), row('a', 1)], [row('d', 4), row('c', 3), row('b', 2)])
  expect(held).toMatchObject({ arrivals: 1, departures: 0 })
})

it('does not count a row that moved up from the next page as new', () => {
  const held = holdRows([row('c', 3), row('b', 2)], [row('c', 3), row('a', 1)])
  expect(held).toMatchObject({ arrivals: 0, departures: 1, departedIds: new Set(['b']) })
})

it('counts the newest row of a full page as gone when others made it leave', () => {
  const held = holdRows([row('c', 3), row('b', 2)], [row('b', 2), row('a', 1)])
  expect(held).toMatchObject({ arrivals: 0, departures: 1, departedIds: new Set(['c']) })
})

it('holds a list that became empty, but no empty list', () => {
  expect(holdRows([row('a', 1)], [])).toMatchObject({ arrivals: 0, departures: 1 })
  const none = { arrivals: 0, departures: 0, departedIds: new Set() }
  expect(holdRows([], [row('a', 1)])).toEqual({ rows: [row('a', 1)], ...none })
})

it('keeps a row whose record was replaced by another of the same filing, with its current values', () => {
  const filed = (id: string, minute: number) => ({ ...row(id, minute), filing: 'f' })
  const facts = { cameAt: ({ receivedAt }: Row) => receivedAt, keyOf: ({ filing }: Row & { filing: string }) => filing }
  const held = hold([filed('a', 1)], [filed('b', 2)], facts)
  expect(held).toEqual({ rows: [filed('b', 2)], arrivals: 0, departures: 0, departedIds: new Set() })
})

const settle = (shown: readonly Row[], fresh: readonly Row[], wantedId?: string) =>
  ids(settleRows(shown, fresh, { cameAt: ({ receivedAt }) => receivedAt, keyOf: ({ id }) => id, wantedId }))

it('once the user is done with rows, lets them go and those below move up, while new ones above still wait', () => {
  expect(settle([row('c', 3), row('b', 2)], [row('d', 4), row('c', 3), row('a', 1)])).toBe('ca')
})

it('shows a restored row again, even if it is the newest', () => {
  const fresh = [row('d', 4), row('c', 3), row('b', 2)]
  expect([settle([row('b', 2)], fresh), settle([row('b', 2)], fresh, 'c')]).toEqual(['b', 'cb'])
})

it('leaves a row that left in its place while it is in use', () => {
  const shown = [row('e', 5), row('d', 4), row('c', 3), row('b', 2)]
  const keep = (fresh: readonly Row[], ...kept: string[]) =>
    ids(
      settleRows(shown, fresh, {
        cameAt: ({ receivedAt }) => receivedAt,
        keyOf: ({ id }) => id,
        keptIds: new Set(kept),
      }),
    )
  expect(keep([row('d', 4), row('b', 2), row('a', 1)], 'c')).toBe('dcba')
  expect(keep([row('b', 2)], 'e', 'c')).toBe('ecb')
  expect(keep([row('d', 4)], 'c', 'b')).toBe('dcb')
  expect(keep([], 'c')).toBe('c')
})

it('shows everything when nothing is left to hold still', () => {
  expect(settle([row('a', 1)], [row('c', 3), row('b', 2)])).toBe('cb')
})
