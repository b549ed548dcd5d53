import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { saveRow, undo } from '../../session/api.ts'
import { keepFirm, loadFirm } from '../../session/firm.ts'
import { queryClient } from '../../session/query-client.ts'

export const firmQuery = {
  queryKey: ['firm', 'row'],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadFirm(signal),
}

/** Changes fields of the firm, at once for the whole console. Gives by what it is taken back, where it can be. */
export async function saveFirm(id: string, values: AnyRow): Promise<string | undefined> {
  const { row, undoId } = await saveRow(firm, { id, values })
  keepFirm(row)
  queryClient.setQueryData(firmQuery.queryKey, row)
  return undoId
}

/** Takes a change of the firm back. Throws with the reason when that is refused. */
export async function takeBackFirm(undoId: string): Promise<void> {
  const refused = (await undo(undoId)).outcomes.find(({ isDone }) => !isDone)
  if (refused) throw new Error(refused.reason ?? '')
  queryClient.setQueryData(firmQuery.queryKey, await loadFirm())
}
