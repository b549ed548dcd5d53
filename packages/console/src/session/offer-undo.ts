import type { Resource } from '@courtcrier/contract/resource.ts'
import { i18next } from '../i18n/i18n.ts'
import { notify } from '../ui/notices.ts'
import { undo } from './api.ts'
import { ApiFailure } from './api-failure.ts'
import { queryClient } from './query-client.ts'

interface Undoable {
  resource: Resource
  /** What was done, as a sentence. */
  text: string
  /** Absent where it cannot be taken back. */
  undoId: string | undefined
}

/** Says what was done, and as long as it says so, offers to take it back. */
export function offerUndo({ resource, text, undoId }: Undoable): void {
  notify({ color: 'success', text, ...(undoId ? { undo: () => void takeBack(resource, undoId) } : {}) })
}

/** Takes back what was done; says what came of it, and why something stays as it is. */
export async function takeBack(resource: Resource, undoId: string): Promise<void> {
  try {
    const { done, outcomes } = await undo(undoId)
    const refused = outcomes.find(({ isDone }) => !isDone)
    const count = outcomes.filter(({ isDone }) => !isDone).length
    if (done > 0) notify({ color: 'success', text: i18next.t('undo.done', { count: done }) })
    if (refused)
      notify({
        color: 'warning',
        text: i18next.t('undo.refused', { count, title: refused.title ?? '', reason: refused.reason ?? '' }),
      })
  } catch (failure) {
    const isTold = failure instanceof ApiFailure && [401, 409, 500].includes(failure.status)
    if (!isTold) notify({ color: 'error', text: failure instanceof Error ? failure.message : String(failure) })
  } finally {
    await queryClient.invalidateQueries({ queryKey: [resource.name] })
  }
}
