import type { BulkAct } from '@courtcrier/contract/triage.ts'
import type { RefObject } from 'react'
import { countOf, type Selection } from '../../resource/list/row-selection.ts'
import { useCursor } from '../../resource/list/use-cursor.ts'
import type { ListRows } from '../../resource/list/use-list.ts'
import { useListKeys } from '../../resource/list/use-list-keys.ts'
import { type ItemAction, likelyActions } from './item-actions.ts'
import { neededStep, type RowItem } from './row-lines.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import { type ItemActing, useCanAct } from './use-item-actions.ts'
import type { OpenRow } from './use-open-row.ts'
import type { TriageFlow } from './use-triage-flow.ts'
import type { FixPart } from './verbs/row-verbs.ts'

/** The dialog over the list: about one item, about the selection, or the keyboard shortcuts. */
export type OpenDialog =
  | { kind: 'cancel'; id: string }
  | { kind: 'fix'; id: string; part?: FixPart | undefined }
  | { kind: 'bulk'; act: BulkAct; selection: Selection }
  | { kind: 'keys' }

interface RowKeysOptions extends OpenRow {
  place: InboxPlace
  acting: ItemActing
  flow: TriageFlow
  list: ListRows<RowItem>
  /** The dialog that is open, or about to be. */
  asked: OpenDialog | undefined
  ask: (asked: OpenDialog) => void
  root: RefObject<HTMLElement | null>
  searchRef: RefObject<HTMLInputElement | null>
}

/** Manages the row with the keyboard cursor, and what the keys do with it or with the selection. */
export function useRowKeys(options: RowKeysOptions) {
  const { place, openRowId, openItem, acting, flow, list, asked, ask, root, searchRef } = options
  const { rows, ticks, scroller } = list
  const canAct = useCanAct()
  const { openId } = place
  const ids = rows.map(({ id }) => id)
  const cursor = useCursor({ ids, scroller, openId: openRowId, onOpen: place.open, root })
  const row = rows[cursor.index]
  // The keys act on what the user sees: an item opened from another one may have no row here.
  const current = row ?? openItem
  const go = (step: 1 | -1) => (event: KeyboardEvent) => {
    // Arrows scroll the open notice; they move the cursor only in the list.
    if (event.key.startsWith('Arrow') && !isOnList(event.target, root.current)) return false
    const next = cursor.move(step)
    if (event.shiftKey) ticks.extend(Math.max(cursor.index, 0), next)
    return true
  }
  /** Returns the item, unless it is finished, on its way, or just took the place of the one the user was looking at. */
  const ready = () => {
    if (!current || list.departedIds.has(current.id) || flow.isBusy(current.id) || cursor.isPushed()) return undefined
    return current
  }
  const actOnOne = (action: ItemAction) => {
    const item = ready()
    if (!item) return
    const possible = likelyActions(item, { canAct, now: Date.now() })
    const wanted = action === 'archive' && item.hidden && row ? 'unarchive' : action
    if (!possible.includes(wanted)) return
    if (wanted === 'cancel') ask({ kind: 'cancel', id: item.id })
    else acting.act({ id: item.id, action: wanted })
  }
  const act = (action: ItemAction) => (event: KeyboardEvent) => {
    // A key held down acts once.
    if (event.repeat) return
    const isBulk = countOf(ticks.selection) > 0 && action !== 'cancel'
    if (isBulk && canAct) ask({ kind: 'bulk', act: action as BulkAct, selection: ticks.selection })
    else actOnOne(action)
  }
  const fix = ({ repeat }: KeyboardEvent) => {
    const item = repeat ? undefined : ready()
    if (item && neededStep(item)) ask({ kind: 'fix', id: item.id })
  }
  const open = ({ target }: KeyboardEvent) => {
    if (!(target instanceof Element && target.matches('tr'))) return false
    return cursor.id !== undefined && place.open(cursor.id)
  }
  const leave = () => (openId ? place.close() : ticks.clear())
  useListKeys(
    {
      j: go(1),
      J: go(1),
      ArrowDown: go(1),
      k: go(-1),
      K: go(-1),
      ArrowUp: go(-1),
      Enter: open,
      Escape: leave,
      '/': () => searchRef.current?.focus(),
      x: () => row && ticks.toggle(cursor.index, false),
      f: fix,
      '?': () => ask({ kind: 'keys' }),
      e: act('archive'),
      r: act('requeue'),
      m: act('manual'),
      c: act('cancel'),
    },
    // A dialog that is still loading already has the keys.
    (target) => asked === undefined && isOurs(target, root.current),
  )
  return { activeId: cursor.id, onActive: cursor.set, goTo: cursor.goTo, canAct }
}

function isOnList(target: EventTarget | null, list: HTMLElement | null): boolean {
  return target === document.body || (target instanceof Node && (list?.contains(target) ?? false))
}

/**
 * Returns whether the focus is in the list, in the open notice, or nowhere; an open menu, dialog or document has its
 * own keys.
 */
function isOurs(target: Element | null, list: HTMLElement | null): boolean {
  if (!target || target === document.body) return document.querySelector('[role="dialog"]') === null
  if (target.closest('[data-own-keys]')) return false
  return isOnList(target, list) || target.closest('[data-inbox-item]') !== null
}
