import { formatSelection, type RowOutcome, type RowSelection } from '@courtcrier/contract/selection.ts'
import type { BulkAct } from '@courtcrier/contract/triage.ts'
import { i18next } from '../../i18n/i18n.ts'
import { apiSend } from '../../session/api.ts'
import { queryClient } from '../../session/query-client.ts'
import { notify } from '../../ui/notices.ts'

/** What became of each selected item, or would. Throws `ApiFailure`. */
export async function actOnSelected(
  action: BulkAct,
  selection: RowSelection,
  { isRehearsal }: { isRehearsal: boolean },
): Promise<readonly RowOutcome[]> {
  const body = { action, ...formatSelection(selection), ...(isRehearsal ? { rehearse: true } : {}) }
  return (await apiSend<{ outcomes: RowOutcome[] }>('POST', '/api/v1/inbox/bulk', body)).outcomes
}

/** What takes each act back; the others cannot be. */
const opposites: Partial<Record<BulkAct, BulkAct>> = { archive: 'unarchive', unarchive: 'archive' }

/** Takes back what was done with these items; undefined where it cannot be. */
export function undoOf(action: BulkAct, outcomes: readonly RowOutcome[]): (() => Promise<void>) | undefined {
  const opposite = opposites[action]
  const ids = outcomes.filter(({ isDone }) => isDone).map(({ id }) => id)
  if (!opposite || ids.length === 0) return undefined
  return async () => {
    try {
      const back = await actOnSelected(opposite, { ids }, { isRehearsal: false })
      const count = back.filter(({ isDone }) => isDone).length
      notify({ color: 'success', text: i18next.t(`inbox.bulk.${opposite}.done`, { count }) })
    } catch (failure) {
      notify({ color: 'error', text: failure instanceof Error ? failure.message : String(failure) })
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['inbox_item'] })
    }
  }
}

/** Copies the ids of what is selected, also of rows on other pages. */
export async function copyIds(selection: RowSelection): Promise<void> {
  try {
    const { ids } = await apiSend<{ ids: string[] }>('POST', '/api/v1/inbox/ids', formatSelection(selection))
    await navigator.clipboard.writeText(ids.join('\n'))
    notify({ color: 'success', text: i18next.t('list.copied', { count: ids.length }) })
  } catch (failure) {
    notify({ color: 'error', text: failure instanceof Error ? failure.message : String(failure) })
  }
}
