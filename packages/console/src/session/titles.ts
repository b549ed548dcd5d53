import { queryOptions, useQuery } from '@tanstack/react-query'
import { titlesOf } from './api.ts'

/** How to call one record of an entity; null when there is none that the role may see. */
export function titleQuery(entity: string, id: string) {
  return queryOptions({
    queryKey: [entity, 'title', id],
    queryFn: () => loadTitle(entity, id),
    staleTime: 5 * 60_000,
  })
}

export function useTitleOf(entity: string, id: string | null | undefined) {
  return useQuery({ ...titleQuery(entity, id ?? ''), enabled: Boolean(id) })
}

interface Batch {
  ids: Map<string, ((title: Promise<string | null>) => void)[]>
}
const batches = new Map<string, Batch>()
const mostIds = 100

/** Titles asked for at about the same time are asked of the server together: a page of a table is one call. */
function loadTitle(entity: string, id: string): Promise<string | null> {
  const batch = batches.get(entity) ?? openBatch(entity)
  return new Promise((resolve) => {
    batch.ids.set(id, [...(batch.ids.get(id) ?? []), resolve])
    if (batch.ids.size >= mostIds) sendBatch(entity, batch)
  })
}

function openBatch(entity: string): Batch {
  const batch: Batch = { ids: new Map() }
  batches.set(entity, batch)
  setTimeout(() => sendBatch(entity, batch), 5)
  return batch
}

function sendBatch(entity: string, batch: Batch): void {
  if (batches.get(entity) !== batch) return
  batches.delete(entity)
  const titles = titlesOf(entity, [...batch.ids.keys()])
  for (const [id, waiting] of batch.ids) {
    const title = titles.then((known) => known[id] ?? null)
    for (const resolve of waiting) resolve(title)
  }
}
