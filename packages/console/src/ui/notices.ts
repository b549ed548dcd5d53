import { createStore, useStore } from './store.ts'

export const noticeColors = ['info', 'success', 'warning', 'error', 'primary', 'secondary'] as const
export type NoticeColor = (typeof noticeColors)[number]

export interface Notice {
  /** Counts up; used as React's key. */
  id: number
  /** When its action began, among the others; see `takeTurn`. */
  turn: number
  color: NoticeColor
  /** A key of the translations, or the sentence itself. */
  text: string
  /** One available action. */
  action?: { label: string; onClick: () => void }
  /** Undoes what the message announces. */
  undo?: (() => void) | undefined
  /** Whether it is shown beside others: it offered an undo, which must not wait. */
  isBeside: boolean
  /** Shows more about it. */
  details?: () => void
}

/** What there is to announce; without a turn, it began just now. */
type Told = Partial<Omit<Notice, 'id' | 'turn' | 'isBeside'>> & { turn?: number | undefined }

/** The most notices shown at once; others wait until one is gone. */
const mostShown = 3

/** How long a message is shown (specification, section 9), with and without undo. */
const noticeMs = { plain: 5000, withUndo: 10_000 } as const

const queue = createStore<readonly Notice[]>([])
let lastId = 0
let lastTurn = 0

/** Whether notices that only confirm are suppressed, which a firm may choose. */
let isQuiet = false

/** Suppresses notices that neither warn nor offer an action, or shows them again. */
export function setQuietNotices(value: boolean): void {
  isQuiet = value
}

/** Returns the place among all notices of an action that begins now, whenever its notice comes. */
export function takeTurn(): number {
  lastTurn += 1
  return lastTurn
}

/**
 * Queues a notice and returns its ID. One whose text is already in the queue is ignored, unless it has its own undo.
 *
 * Notices are in the order in which their actions began: of two at once, the response to the second can come first,
 * and undo must still go back one by one.
 */
export function notify(told: Told): number {
  const { color = 'info', text = '', action, undo, details, turn = takeTurn() } = told
  if (isQuiet && !undo && !action && !details && color !== 'warning' && color !== 'error') return 0
  if (!undo && queue.get().some((notice) => notice.text === text)) return 0
  lastId += 1
  const more = { ...(action && { action }), ...(details && { details }) }
  const notice: Notice = { id: lastId, turn, color, text, undo, isBeside: undo !== undefined, ...more }
  queue.set([...queue.get(), notice].toSorted((a, b) => a.turn - b.turn))
  return lastId
}

/**
 * Returns the queued notices to show now: one at a time (specification, section 4), except that those with an undo don't
 * wait for their turn, since another change can follow the first one at once.
 */
export function shownOf(notices: readonly Notice[]): readonly Notice[] {
  const next = notices.find(({ isBeside }) => !isBeside)
  return notices.filter((notice) => notice.isBeside || notice === next).slice(0, mostShown)
}

/** Replaces the text of a notice, and takes its undo away: what it announced has gone on. */
export function closeUndo(id: number, text: string): void {
  queue.set(queue.get().map((notice) => (notice.id === id ? { ...notice, text, undo: undefined } : notice)))
}

export function lifetimeOf({ undo }: Notice): number {
  return undo ? noticeMs.withUndo : noticeMs.plain
}

/** Undoes the last announced change while its message is shown. Returns whether there was one. */
export function undoLast(): boolean {
  const last = queue.get().findLast((notice) => notice.undo)
  if (!last) return false
  dismissNotice(last.id)
  last.undo?.()
  return true
}

/** Removes a notice from the queue: its time is over, or it was closed. */
export function dismissNotice(id: number): void {
  queue.set(queue.get().filter((notice) => notice.id !== id))
}

/** Returns the queued and shown notices, oldest first. */
export function getNotices(): readonly Notice[] {
  return queue.get()
}

export function useNotices(): readonly Notice[] {
  return useStore(queue)
}
