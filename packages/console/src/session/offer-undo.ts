import { readUndo, takeBack as takeBackCall } from '@courtcrier/contract/calls/undo.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { QueryObserver } from '@tanstack/react-query'
import { i18next } from '../i18n/i18n.ts'
import { closeUndo, getNotices, notify } from '../ui/notices.ts'
import { translated } from '../ui/translated.ts'
import { ask } from './ask.ts'
import { notifyFailure } from './notify-failure.ts'
import { queryClient } from './query-client.ts'

interface Undoable {
  resource: Resource
  /** What was done, as a sentence for the user. */
  text: string
  /** Absent if it can't be undone. */
  undoId: string | undefined
  /** When it began, by `takeTurn`; now, if absent. */
  turn?: number | undefined
}

/** Announces what was done and, while it does, offers to undo it. */
export function offerUndo({ resource, text, undoId, turn }: Undoable): void {
  notify({ color: 'success', text, turn, ...(undoId ? { undo: () => void takeBack(resource, undoId) } : {}) })
}

interface ActUndo extends Undoable {
  undoId: string
  /** The entities whose rows show what follows. */
  shows: readonly string[]
  onUndone: () => void
}

/**
 * Announces what was done and offers to undo it, until something follows that can't be undone: then the message says
 * what, instead.
 */
export function offerUndoWhileOpen({ resource, text, undoId, turn, shows, onUndone }: ActUndo): void {
  const id = notify({ color: 'success', text, turn, undo: () => void takeBack(resource, undoId).then(onUndone) })
  const observer = new QueryObserver(queryClient, {
    queryKey: [resource.name, 'undo', undoId],
    queryFn: ({ signal }) => ask(readUndo, { id: undoId }, { signal }),
    meta: { shows: [...shows] },
    gcTime: 0,
    retry: false,
  })
  const stop = observer.subscribe(({ data }) => {
    const isShown = getNotices().some((notice) => notice.id === id)
    if (isShown && !data?.followed) return
    if (isShown) closeUndo(id, `${text} ${data?.followed}`)
    // The first answer may be there before this function is.
    queueMicrotask(() => stop())
  })
}

/** Undoes what was done; announces the result, and why anything stays unchanged. */
export async function takeBack(resource: Resource, undoId: string): Promise<void> {
  try {
    const { done, outcomes } = await ask(takeBackCall, { id: undoId })
    const refused = outcomes.find(({ isDone }) => !isDone)
    const count = outcomes.filter(({ isDone }) => !isDone).length
    if (done > 0) notify({ color: 'success', text: i18next.t('undo.done', { count: done }) })
    if (refused)
      notify({
        color: 'warning',
        text: i18next.t('undo.refused', {
          count,
          title: refused.title ?? '',
          reason: translated(refused.reason ?? ''),
        }),
      })
  } catch (failure) {
    notifyFailure(failure)
  } finally {
    await queryClient.invalidateQueries({ queryKey: [resource.name] })
  }
}
