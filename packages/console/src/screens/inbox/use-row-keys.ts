import type { BulkAct } from '@courtcrier/contract/triage.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Selection } from '../../resource/row-selection.ts'
import { countOf } from '../../resource/row-selection.ts'
import type { TableSelection } from '../../resource/use-selection.ts'
import { type ItemAction, likelyActions } from './item-actions.ts'
import { neededStep } from './row-lines.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import type { InboxList } from './use-inbox-list.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import { type ItemActing, useCanAct } from './use-item-actions.ts'

/** What stands over the list: a question about one item, about all that is selected, or the keys. */
export type Asked =
  | { kind: 'cancel' | 'fix'; id: string }
  | { kind: 'bulk'; act: BulkAct; selection: Selection }
  | { kind: 'keys' }

interface RowKeysOptions {
  place: InboxPlace
  acting: ItemActing
  list: InboxList
  ticks: TableSelection
  ask: (asked: Asked) => void
  root: RefObject<HTMLElement | null>
  searchRef: RefObject<HTMLInputElement | null>
}

/** The row that the keyboard is on, and what the keys do with it or with what is selected. */
export function useRowKeys({ place, acting, list, ticks, ask, root, searchRef }: RowKeysOptions) {
  const { rows } = list
  const canAct = useCanAct()
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const currentId = place.openId ?? activeId
  const index = rows.findIndex(({ id }) => id === currentId)
  const current = rows[index]
  const focusRow = useRowFocus({ bodyRef, root })
  useNextWhenGone({ index, rows, isOpen: place.openId !== undefined, setActiveId, focusRow })
  const move = (step: 1 | -1, isRange: boolean) => {
    const nextIndex = index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)
    const next = rows[nextIndex]
    if (!next) return
    if (isRange) ticks.extend(Math.max(index, 0), nextIndex)
    setActiveId(next.id)
    // The open notice goes along; focus stays where it is, so that the panel can be read on.
    if (place.openId) place.open(next.id)
    focusRow(next.id, { isKept: place.openId !== undefined })
  }
  const actOnOne = (action: ItemAction) => {
    if (!current) return
    const possible = likelyActions(current, { canAct, now: Date.now() })
    const wanted = action === 'archive' && current.hidden ? 'unarchive' : action
    if (!possible.includes(wanted)) return
    if (wanted === 'cancel') ask({ kind: 'cancel', id: current.id })
    else acting.act({ id: current.id, action: wanted })
  }
  const act = (action: ItemAction) => {
    const isBulk = countOf(ticks.selection) > 0 && action !== 'cancel'
    if (isBulk && canAct) ask({ kind: 'bulk', act: action as BulkAct, selection: ticks.selection })
    else actOnOne(action)
  }
  useInboxKeys(root, {
    move,
    act,
    open: () => activeId && place.open(activeId),
    close: () => (place.openId ? place.close() : ticks.clear()),
    search: () => searchRef.current?.focus(),
    select: () => index >= 0 && ticks.toggle(index, false),
    fix: () => current && neededStep(current) && ask({ kind: 'fix', id: current.id }),
    sheet: () => ask({ kind: 'keys' }),
  })
  return { activeId: currentId, onActive: setActiveId, canAct, bodyRef }
}

type FocusRow = (id: string, options: { isKept: boolean }) => void

function useRowFocus({
  bodyRef,
  root,
}: Pick<RowKeysOptions, 'root'> & { bodyRef: RefObject<HTMLTableSectionElement | null> }): FocusRow {
  return (id, { isKept }) => {
    const row = bodyRef.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
    if (root.current?.contains(document.activeElement) || !isKept) row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
}

interface NextOptions {
  index: number
  rows: InboxList['rows']
  isOpen: boolean
  setActiveId: (id: string) => void
  focusRow: FocusRow
}

/** When the row that the keyboard is on leaves the list, the one that takes its place is next: the queue goes on. */
function useNextWhenGone({ index, rows, isOpen, setActiveId, focusRow }: NextOptions): void {
  const last = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are a reason
  useEffect(() => {
    if (index >= 0) last.current = index
    const next = rows[Math.min(last.current, rows.length - 1)]
    if (index >= 0 || last.current < 0 || isOpen || !next) return
    setActiveId(next.id)
    // Only where the focus went with the row: it is not taken from where somebody is.
    if (document.activeElement === document.body) focusRow(next.id, { isKept: false })
  }, [rows, index])
}
