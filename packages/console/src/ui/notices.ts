import { createStore, useStore } from './store.ts'

export const noticeColors = ['info', 'success', 'warning', 'error', 'primary', 'secondary'] as const
export type NoticeColor = (typeof noticeColors)[number]

export interface Notice {
  /** Counts up; for React only. */
  id: number
  color: NoticeColor
  /** A key of the translations, or the sentence itself. */
  text: string
  /** One thing that can be done about it, such as undoing. */
  action?: { label: string; onClick: () => void }
}

/** How long a notice stands (specification, section 9). */
export const noticeMs = 5000

const queue = createStore<readonly Notice[]>([])
let lastId = 0

/** Queues a notice. One whose text is already in the queue is ignored. */
export function notify({ color = 'info', text = '', action }: Partial<Omit<Notice, 'id'>>): void {
  if (queue.get().some((notice) => notice.text === text)) return
  lastId += 1
  queue.set([...queue.get(), { id: lastId, color, text, action }])
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
