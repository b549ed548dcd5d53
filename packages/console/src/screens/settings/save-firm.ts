import { takeBack } from '@courtcrier/contract/calls/undo.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { saveRow } from '../../session/api.ts'
import { ask } from '../../session/ask.ts'
import { keepFirm, loadFirm } from '../../session/firm.ts'
import { queryClient } from '../../session/query-client.ts'
import { translated } from '../../ui/translated.ts'

export const firmQuery = {
  queryKey: ['firm', 'row'],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadFirm(signal),
}

/** Changes fields of the firm, immediately for the whole console. Returns the ID to undo it by, if it can be undone. */
export async function saveFirm(id: string, values: AnyRow): Promise<string | undefined> {
  const { row, undoId } = await saveRow(firm, { id, values, outlivesPage: true })
  keepFirm(row)
  queryClient.setQueryData(firmQuery.queryKey, row)
  return undoId
}

/** Undoes a change of the firm. Throws with the reason if that is refused. */
export async function takeBackFirm(undoId: string): Promise<void> {
  const refused = (await ask(takeBack, { id: undoId }, { outlivesPage: true })).outcomes.find(({ isDone }) => !isDone)
  if (refused) throw new Error(translated(refused.reason ?? ''))
  queryClient.setQueryData(firmQuery.queryKey, await loadFirm())
}
