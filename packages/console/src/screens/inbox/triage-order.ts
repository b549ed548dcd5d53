import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { valuesOf } from './inbox-search.ts'
import { isItemAction, leadsTo } from './item-actions.ts'
import type { RowItem } from './row-lines.ts'

/** Returns the row to go on with after one that is finished: the next that stays, or else the one before it. */
export function nextRow(rows: readonly { id: string }[], at: string, gone: ReadonlySet<string>): string | undefined {
  const index = rows.findIndex(({ id }) => id === at)
  const stays = ({ id }: { id: string }) => !gone.has(id)
  return (rows.slice(index + 1).find(stays) ?? rows.slice(0, Math.max(index, 0)).findLast(stays))?.id
}

/** Returns the row of a restored item: its own, or that of another message that stands for its filing. */
export function returnedRow(rows: readonly RowItem[], { id, envelopeId }: Pick<RowItem, 'id' | 'envelopeId'>) {
  const own = rows.find((row) => row.id === id)
  return (own ?? rows.find((row) => envelopeId && row.envelopeId === envelopeId))?.id
}

/** Returns whether an action takes an item out of a list with these filters; one without a status keeps it. */
export function leavesList(action: string, filters: readonly Filter[]): boolean {
  const hidden = valuesOf(filters, 'hidden')
  if (action === 'archive') return !hidden.includes('true')
  if (action === 'unarchive') return hidden.length > 0 && !hidden.includes('false')
  const statuses = valuesOf(filters, 'status')
  return statuses.length > 0 && !statuses.includes(statusAfter(action))
}

/** Any answer to what an item needs sends it through the pipeline again. */
function statusAfter(action: string): ItemStatus {
  return (isItemAction(action) && leadsTo[action]) || 'New'
}
