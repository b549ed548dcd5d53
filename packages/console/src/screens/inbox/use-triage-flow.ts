import type { Filter } from '@courtcrier/contract/query.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../ui/use-latest.ts'
import type { Wish } from './item/item-view.ts'
import { isAboutCopies, isItemAction } from './item-actions.ts'
import type { RowItem } from './row-lines.ts'
import { leavesList, nextRow, returnedRow } from './triage-order.ts'
import { leaveTrail, type Trail } from './triage-trail.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import { focusTitle } from './use-kept-focus.ts'

/** What the list shows now, and how to move in it. */
export interface ListedRows {
  rows: readonly RowItem[]
  filters: readonly Filter[]
  /** The row of the open item, and the one with the keyboard cursor. */
  openRowId: string | undefined
  cursorId: string | undefined
  /** When the latest response arrived. */
  answeredAt: number
  goTo: (id: string) => void
  settle: (wantedId?: string) => void
  /** Takes items out of the selection, and closes the dialog about them. */
  leave: (ids: readonly string[]) => void
  root: () => HTMLElement | null
}

/** An item on its way out, and what undo goes back to. */
export interface Passed extends Pick<RowItem, 'id' | 'envelopeId'> {
  wasOpen: boolean
  hasMoved: boolean
}

/** What happens around an action, whichever it is. */
export interface TriageFlow {
  /** Rows that left before the server's response shows it. */
  leavingIds: ReadonlySet<string>
  /** Returns whether an action on the item is in progress: a second one would hit what is gone. */
  isBusy: (id: string) => boolean
  /** An action that is rarely refused moves on as it starts; an answer to a question, once the server accepts it. */
  start: (wish: Wish) => void
  finish: (wish: Wish) => Passed | undefined
  /** Returns whether the item is not open now, so that a refusal must be announced. */
  refuse: (wish: Wish) => boolean
  /** The lists were loaded again. */
  settled: (wish: Wish) => void
  /** Moves on from items finished together. */
  finishAll: (ids: readonly string[]) => Passed | undefined
  /** Goes back to a restored item. */
  comeBack: (passed: Passed | undefined) => void
  /** The list was rendered. */
  report: (listed: ListedRows) => void
}

/**
 * Moves through the inbox. Whichever action finishes an item, its row leaves at once and the next one is focused, and
 * open if the finished one was; undo goes back to it. This is the only place that decides it.
 */
export function useTriageFlow(place: InboxPlace): TriageFlow {
  const listed = useRef<ListedRows>(undefined)
  const passing = useRef(new Map<Wish, Passed>())
  const doneAt = useRef<number>(undefined)
  const back = useWayBack()
  const { leavingIds, hide, date, show } = useLeaving()
  const rowOf = (id: string) => (id === place.openId && listed.current?.openRowId) || id
  const focusNext = useTitleFocus(place.openId)

  const moveOn = mover({ place, listed, leavingIds, rowOf, focusNext })
  const passedOf = (id: string): Passed => {
    const envelopeId = listed.current?.rows.find((row) => row.id === id)?.envelopeId
    return { id, ...(envelopeId ? { envelopeId } : {}), wasOpen: place.openId !== undefined, hasMoved: false }
  }
  const pass = (wish: Wish, passed: Passed): Passed => {
    const isOut = listed.current !== undefined && leavesList(wish.action, listed.current.filters)
    const next = { ...passed, hasMoved: moveOn([passed.id]) }
    if (isOut) hide(passed.id)
    return next
  }
  const land = (list: ListedRows) => {
    if (doneAt.current !== undefined && list.answeredAt > doneAt.current) {
      doneAt.current = undefined
      show((_, finishedAt) => finishedAt !== undefined && finishedAt < list.answeredAt)
      list.settle()
    }
    const found = back.look(list)
    if (!found) return
    list.goTo(found.id)
    if (!found.wasOpen || place.openId === undefined) return
    place.open(found.id)
    focusNext(list)
  }

  const flow = useLatest({
    isBusy: (id: string) => [...passing.current.values()].some((passed) => passed.id === rowOf(id)),
    start: (wish: Wish) => {
      if (isAboutCopies(wish.action)) return
      const passed = passedOf(rowOf(wish.id))
      passing.current.set(wish, isItemAction(wish.action) ? pass(wish, passed) : passed)
    },
    finish: (wish: Wish) => {
      const started = passing.current.get(wish)
      if (!started) return undefined
      const passed = isItemAction(wish.action) ? started : pass(wish, started)
      passing.current.set(wish, passed)
      doneAt.current = Date.now()
      date(passed.id, doneAt.current)
      return passed
    },
    refuse: (wish: Wish) => {
      const passed = passing.current.get(wish)
      if (passed) show((id) => id === passed.id)
      // Only an open item has a place of its own for the sentence.
      return passed !== undefined && (passed.hasMoved || !passed.wasOpen)
    },
    settled: (wish: Wish) => void passing.current.delete(wish),
    finishAll: (ids: readonly string[]) => {
      const [first] = ids
      doneAt.current = Date.now()
      const passed = first === undefined ? undefined : passedOf(first)
      return passed && { ...passed, hasMoved: moveOn(ids) }
    },
    comeBack: (passed: Passed | undefined) => {
      if (passed?.hasMoved && listed.current) back.want(passed, listed.current)
    },
    report: (next: ListedRows) => {
      listed.current = next
      leaveTrail(trailIn(next, place))
      land(next)
    },
  })
  return { ...flow, leavingIds }
}

interface Moving {
  place: InboxPlace
  listed: RefObject<ListedRows | undefined>
  leavingIds: ReadonlySet<string>
  rowOf: (id: string) => string
  focusNext: (list: ListedRows) => void
}

/** Returns a function that goes to the row after these, if the user is at one of them. */
function mover({ place, listed, leavingIds, rowOf, focusNext }: Moving): (ids: readonly string[]) => boolean {
  return (ids) => {
    const list = listed.current
    if (!list || (place.openId !== undefined && !place.isFromList)) return false
    const at = place.openId === undefined ? list.cursorId : rowOf(place.openId)
    list.leave(ids)
    if (at === undefined || !ids.includes(at)) return false
    const next = nextRow(list.rows, at, new Set([...ids, ...leavingIds]))
    if (next) list.goTo(next)
    if (place.openId === undefined) return true
    if (next) {
      place.open(next)
      focusNext(list)
    } else place.close()
    return true
  }
}

/** An item can also be finished on a page of its own, which then goes on from here. */
function trailIn({ rows, openRowId }: ListedRows, { openId, isFromList, search }: InboxPlace): Trail | undefined {
  if (openId === undefined || openRowId === undefined || !isFromList) return undefined
  return { itemId: openId, nextId: nextRow(rows, openRowId, new Set([openRowId])), search }
}

/** Manages the rows that are hidden already, until a response from after the server finished them. */
function useLeaving() {
  const [leaving, setLeaving] = useState<ReadonlyMap<string, number | undefined>>(new Map())
  return {
    leavingIds: new Set(leaving.keys()),
    hide: (id: string) => setLeaving((known) => new Map(known).set(id, undefined)),
    date: (id: string, finishedAt: number) =>
      setLeaving((known) => (known.has(id) ? new Map(known).set(id, finishedAt) : known)),
    show: (isOver: (id: string, finishedAt: number | undefined) => boolean) =>
      setLeaving((known) => {
        const rest = [...known].filter(([id, finishedAt]) => !isOver(id, finishedAt))
        return rest.length === known.size ? known : new Map(rest)
      }),
  }
}

/** How long a restored item is waited for, in milliseconds. */
const backMs = 5000

/** Finds a restored item in the list, as soon as a response has it again. */
function useWayBack() {
  const wanted = useRef<{ passed: Passed; until: number; seenAt: number }>(undefined)
  return {
    want: (passed: Passed, list: ListedRows) => {
      wanted.current = { passed, until: Date.now() + backMs, seenAt: list.answeredAt }
      list.settle(passed.id)
    },
    look: (list: ListedRows): { id: string; wasOpen: boolean } | undefined => {
      if (!wanted.current) return undefined
      const { passed, until, seenAt } = wanted.current
      const id = returnedRow(list.rows, passed)
      if (id !== undefined || Date.now() > until) wanted.current = undefined
      else if (list.answeredAt !== seenAt) {
        wanted.current.seenAt = list.answeredAt
        list.settle(passed.id)
      }
      return id === undefined ? undefined : { id, wasOpen: passed.wasOpen }
    },
  }
}

/** Returns a function that has the title of the next item focused as soon as it is open. */
function useTitleFocus(openId: string | undefined): (list: ListedRows) => void {
  const wanted = useRef<ListedRows>(undefined)
  useEffect(() => {
    if (wanted.current && openId !== undefined) focusTitle(wanted.current.root())
    wanted.current = undefined
  }, [openId])
  return (list) => {
    wanted.current = list
  }
}
