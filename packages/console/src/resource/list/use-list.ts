import type { SearchQuery } from '@courtcrier/contract/query.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PointerEvent, type RefObject, type UIEvent, useRef, useState } from 'react'
import { countRows, type RowPage, searchRows } from '../../session/api.ts'
import { isPassing } from '../../session/api-failure.ts'
import { useRole } from '../../session/session-store.ts'
import type { Total } from '../../ui/format-total.ts'
import { notify } from '../../ui/notices.ts'
import { queryOf, type TableState } from '../table-state.ts'
import type { useTableState } from '../use-table-state.ts'
import { atRest, type HeldRows, holdRows, settleRows } from './hold-rows.ts'
import { useDepartures } from './use-departures.ts'
import { type TableSelection, useSelection } from './use-selection.ts'

interface ListOptions {
  resource: Resource
  table: ReturnType<typeof useTableState>
  /** Narrows the table state's search, if the list shows only part of it. */
  narrow?: (query: SearchQuery) => SearchQuery
  /** The time field that determines which rows are newest. */
  cameBy?: string
  /** Whether arrivals and departures are held back while someone looks. */
  isHeldStill?: boolean
  /** A field whose value a row keeps when another record takes its place; rows without one are known by ID. */
  sameBy?: string
  /** Rows the user is done with: they leave at once, before the server's next response. */
  leavingIds?: ReadonlySet<string>
}

const noIds: ReadonlySet<string> = new Set()

/** A row as far as the role sees it. */
interface ShownRow {
  id?: unknown
}

/** A response with its request: while another one loads, its rows stay unchanged. */
interface Answer<Row> extends Omit<RowPage<Row>, 'rows'> {
  rows: Row[]
  key: string
  state: TableState
}

export interface ListRows<Row = ShownRow> extends HeldRows<Row> {
  query: SearchQuery
  /** Undefined until the first response, and while the rows to show aren't known yet. */
  data: Answer<Row> | undefined
  total: Total
  error: Error | null
  /** The rows belong to another search, whose response is still loading. */
  isStale: boolean
  retry: () => void
  ticks: TableSelection
  selectMatching: () => Promise<void>
  /** The scrolling element. */
  scroller: RefObject<HTMLDivElement | null>
  /** Detect, around the rows, whether someone is pointing at or reading them. */
  handlers: ReturnType<typeof useHeld>['handlers']
  /** Shows what arrived while the rows held still. */
  showNew: () => void
  /** When the latest response arrived, in milliseconds. */
  answeredAt: number
  /** Removes rows that left from those held still, and shows `wantedId` again if it is back. */
  settle: (wantedId?: string) => void
}

const noTotal: Total = { total: 0, isAtLeast: false }

/**
 * Returns the rows the address describes, live, and their selection; `Row` is the caller's type of the resource's rows.
 * While someone points at the list or has scrolled down, no row is added; new ones are counted and offered. Rows that no
 * longer belong leave once the pointer rests, except one in use.
 */
export function useList<Row extends ShownRow = AnyRow>(options: ListOptions): ListRows<Row> {
  const {
    resource,
    table,
    narrow,
    cameBy = 'createdAt',
    isHeldStill = true,
    sameBy = 'id',
    leavingIds = noIds,
  } = options
  const { state } = table
  const plain = queryOf(state, { resource, role: useRole() })
  const query = narrow ? narrow(plain) : plain
  const key = JSON.stringify(query)
  const answer = useQuery({
    queryKey: [resource.name, 'search', query],
    queryFn: async ({ signal }): Promise<Answer<Row>> => {
      const { rows, ...counted } = await searchRows(resource, query, signal)
      return { key, state, ...counted, rows: rows as Row[] }
    },
    placeholderData: keepPreviousData,
  })
  // Rows requested before the views are known may not be the ones to show.
  const data = table.isAwaiting ? undefined : answer.data
  const scroller = useRef<HTMLDivElement>(null)
  const { isHeld, movedAt, handlers } = useHeld()
  const { held: all, release, settle } = useHeldRows(data, { isHeld: isHeld && isHeldStill, cameBy, sameBy })
  const held = leavingIds.size > 0 ? without(all, leavingIds) : all
  const { departedIds } = held
  useDepartures({ departedIds, scroller, movedAt, settle: (keptIds) => settle({ keptIds }) })
  const search = { filters: query.filters, freeText: query.freeText, ...(query.fold ? { fold: query.fold } : {}) }
  const ticks = useSelection(
    JSON.stringify(search),
    held.rows.map(({ id }) => String(id)),
  )
  const total = data ?? noTotal
  const selectMatching = async () => {
    try {
      // An action on all matches applies to at most as many as were counted.
      ticks.selectMatching(search, total.isAtLeast ? await countRows(resource, search) : total.total)
    } catch (error) {
      notify({ color: 'error', text: error instanceof Error ? error.message : undefined })
    }
  }
  const showNew = () => {
    release()
    scroller.current?.scrollTo({ top: 0 })
  }
  const { isPlaceholderData: isStale, refetch, dataUpdatedAt: answeredAt } = answer
  const error = answer.data && isPassing(answer.error) ? null : answer.error
  const retry = () => void refetch()
  const settled = { answeredAt, settle: (wantedId?: string) => settle({ wantedId }) }
  return {
    ...held,
    ...settled,
    query,
    data,
    total,
    error,
    isStale,
    retry,
    ticks,
    selectMatching,
    scroller,
    handlers,
    showNew,
  }
}

function without<Row extends ShownRow>(held: HeldRows<Row>, ids: ReadonlySet<string>): HeldRows<Row> {
  const departedIds = new Set([...held.departedIds].filter((id) => !ids.has(String(id))))
  const rows = held.rows.filter(({ id }) => !ids.has(String(id)))
  return { ...held, rows, departedIds, departures: departedIds.size }
}

/** How far a list may be scrolled and still count as at its start. */
const atTop = 8

/**
 * Returns whether someone is using the list, by pointing at it or having scrolled it, when they last moved the pointer
 * or scrolled, and the handlers that detect it.
 */
function useHeld() {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const last = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY })
  const move = (x: number, y: number) => {
    last.current = { x, y, at: performance.now() }
  }
  const handlers = {
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      // Rows that move under a resting pointer fire this too.
      if (x !== last.current.x || y !== last.current.y) move(x, y)
    },
    onPointerDown: ({ clientX, clientY }: PointerEvent) => move(clientX, clientY),
    // Not on enter: no enter event fires for a page built under a resting pointer.
    onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    // The scroller itself, or an element around it that captures its events.
    onScrollCapture: ({ target }: UIEvent) => {
      move(last.current.x, last.current.y)
      setScrolled(target instanceof Element && target.scrollTop > atTop)
    },
  }
  return { isHeld: isPointedAt || isScrolled, movedAt: () => last.current.at, handlers }
}

/** Which rows a held list shows again, or doesn't let go. */
interface Settling {
  wantedId?: string | undefined
  keptIds?: ReadonlySet<unknown>
}

/** Returns the response's rows, or those shown when the hold began, with their current values. */
function useHeldRows<Row extends ShownRow>(
  fresh: Answer<Row> | undefined,
  { isHeld, cameBy, sameBy }: { isHeld: boolean; cameBy: string; sameBy: string },
): { held: HeldRows<Row>; release: () => void; settle: (settling: Settling) => void } {
  const [shown, setShown] = useState({ answer: fresh, rows: fresh?.rows ?? [] })
  const [settling, setSettling] = useState<Settling>()
  const isSame = shown.answer !== undefined && shown.answer.key === fresh?.key
  const cameAt = (row: object) => String((row as Record<string, unknown>)[cameBy] ?? '')
  const keyOf = (row: object) => (row as Record<string, unknown>)[sameBy] ?? (row as ShownRow).id
  const facts = { cameAt, keyOf }
  const kept = settling && fresh ? settleRows(shown.rows, fresh.rows, { ...facts, ...settling }) : shown.rows
  const held = isHeld && isSame && fresh ? holdRows(kept, fresh.rows, facts) : atRest(fresh?.rows ?? [])
  // Setting state while rendering is React's way to follow a value without rendering the old one first.
  if (settling) {
    setSettling(undefined)
    setShown({ answer: fresh, rows: [...held.rows] })
  } else if (shown.answer !== fresh) setShown({ answer: fresh, rows: [...held.rows] })
  else if (!isHeld && shown.rows !== fresh?.rows && fresh) setShown({ answer: fresh, rows: fresh.rows })
  const release = () => setShown({ answer: fresh, rows: fresh?.rows ?? [] })
  return { held, release, settle: setSettling }
}
