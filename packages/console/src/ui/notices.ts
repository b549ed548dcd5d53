import { createStore, useStore } from './store.ts'

export const noticeColors = ['info', 'success', 'warning', 'error', 'primary', 'secondary'] as const
export type NoticeColor = (typeof noticeColors)[number]

export interface Notice {
  /** Counts up; for React only. */
  id: number
  color: NoticeColor
  /** A key of the translations, or the sentence itself. */
  text: string
  /** One thing that can be done about it. */
  action?: { label: string; onClick: () => void }
  /** Takes back what the notice tells of. */
  undo?: () => void
  /** Shows more of it. */
  details?: () => void
}

/** So many are shown at once; the others wait until one has gone. */
export const mostShown = 3

/** How long a notice stands (specification, section 9), and one that offers to undo. */
const noticeMs = { plain: 5000, withUndo: 10_000 } as const

const queue = createStore<readonly Notice[]>([])
let lastId = 0

/** Whether notices that only confirm are left out, as a firm may wish. */
let isQuiet = false

/** Leaves out notices that neither warn nor offer anything, or shows them again. */
export function setQuietNotices(value: boolean): void {
  isQuiet = value
}

/** Queues a notice. One whose text is already in the queue is ignored, unless it has something of its own to undo. */
export function notify({ color = 'info', text = '', action, undo, details }: Partial<Omit<Notice, 'id'>>): void {
  if (isQuiet && !undo && !action && !details && color !== 'warning' && color !== 'error') return
  if (!undo && queue.get().some((notice) => notice.text === text)) return
  lastId += 1
  queue.set([...queue.get(), { id: lastId, color, text, action, undo, details }])
}

export function lifetimeOf({ undo }: Notice): number {
  return undo ? noticeMs.withUndo : noticeMs.plain
}

/** Takes back what was told last, as long as its notice stands; whether there was anything. */
export function undoLast(): boolean {
  const last = queue.get().findLast((notice) => notice.undo)
  if (!last) return false
  dismissNotice(last.id)
  last.undo?.()
  return true
}

/** Takes a notice out of the queue: it was shown for its time, or closed. */
export function dismissNotice(id: number): void {
  queue.set(queue.get().filter((notice) => notice.id !== id))
}

/** What waits or is shown, oldest first. */
export function getNotices(): readonly Notice[] {
  return queue.get()
}

export function useNotices(): readonly Notice[] {
  return useStore(queue)
}
