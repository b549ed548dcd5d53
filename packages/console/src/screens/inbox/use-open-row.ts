import { useQuery } from '@tanstack/react-query'
import { itemQuery } from './item/item-view.ts'
import type { RowItem } from './row-lines.ts'

export interface OpenRow {
  /** The row's ID; without a row here, the item's own. */
  openRowId: string | undefined
  /** The open item, as soon as it is loaded. */
  openItem: RowItem | undefined
}

/** Returns the open item and its row: its own, or that of the message that stands for its filing. */
export function useOpenRow(rows: readonly RowItem[], openId: string | undefined): OpenRow {
  const isOwn = rows.some(({ id }) => id === openId)
  // Asked for as it opens, in parallel with the code that shows it.
  const { data } = useQuery({ ...itemQuery(openId ?? ''), enabled: openId !== undefined })
  const filing = openId === undefined || isOwn ? undefined : data?.item.envelopeId
  const openRowId = (filing && rows.find(({ envelopeId }) => envelopeId === filing)?.id) || openId
  return { openRowId, openItem: openId === undefined ? undefined : data?.item }
}
