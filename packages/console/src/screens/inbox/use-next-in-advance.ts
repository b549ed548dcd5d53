import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'
import { itemQuery, messageQuery } from './item/item-view.ts'
import { nextRow } from './triage-order.ts'
import type { OpenRow } from './use-open-row.ts'

/**
 * Loads the item after the open one once that is there and the browser is idle: `j` leads to it, and so does whatever
 * finishes the open one.
 */
export function useNextInAdvance(rows: readonly { id: string }[], { openRowId, openItem }: OpenRow): void {
  const queryClient = useQueryClient()
  const nextId = openRowId && openItem ? nextRow(rows, openRowId, new Set([openRowId])) : undefined
  useEffect(() => {
    if (nextId === undefined) return
    return whenIdle(() => {
      void queryClient.prefetchQuery(itemQuery(nextId))
      void queryClient.prefetchQuery(messageQuery(nextId))
    })
  }, [queryClient, nextId])
}
