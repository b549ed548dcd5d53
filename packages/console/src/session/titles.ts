import { subjectAccess } from '@courtcrier/contract/access.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { namesOf } from './api.ts'
import { getSession } from './session-store.ts'

/** Returns the query for a record's title; null if there is none the role may see. */
export function titleQuery(entity: string, id: string) {
  return queryOptions({
    queryKey: [entity, 'title', id],
    // The server would refuse the call, and every page with such a reference would log that.
    queryFn: () => (isDenied(entity) ? null : loadTitle(entity, id)),
    staleTime: 5 * 60_000,
  })
}

/** Returns whether the role may see none of the entity's records. */
export function isDenied(entity: string): boolean {
  const resource = findResource(entity)
  const role = getSession()?.role
  return resource !== undefined && role !== undefined && subjectAccess(resource.subject, role) === 'DENY'
}

export function useTitleOf(entity: string, id: string | null | undefined) {
  return useQuery({ ...titleQuery(entity, id ?? ''), enabled: Boolean(id) })
}

/** A record, by its entity and ID. */
export interface RecordKey {
  entity: string
  id: string
}

/**
 * Loads the titles of several records. Returns a function that returns one of them: null if the role may see none,
 * undefined until it is loaded.
 */
export function useTitles(records: readonly RecordKey[]): (entity: string, id: string) => string | null | undefined {
  const client = useQueryClient()
  const keys = [...new Set(records.map(keyOf))].sort()
  const { data } = useQuery({
    queryKey: ['titles', keys.join()],
    queryFn: async () => {
      const found = records.map(async (record) => {
        return [keyOf(record), await client.fetchQuery(titleQuery(record.entity, record.id))] as const
      })
      return new Map(await Promise.all(found))
    },
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    meta: { shows: [...new Set(records.map(({ entity }) => entity))] },
  })
  return useCallback(
    (entity, id) => data?.get(keyOf({ entity, id })) ?? client.getQueryData(titleQuery(entity, id).queryKey),
    [data, client],
  )
}

function keyOf({ entity, id }: RecordKey): string {
  return `${entity} ${id}`
}

/** Titles of records that are mentioned by a shorter name, by entity and ID; known once their short names are. */
const fullTitles = new Map<string, string>()

/** Returns the record's title if it is mentioned by a shorter name, such as a court's. */
export function fullTitleOf(entity: string, id: string): string | undefined {
  return fullTitles.get(keyOf({ entity, id }))
}

interface Batch {
  ids: Map<string, ((title: Promise<string | null>) => void)[]>
}
const batches = new Map<string, Batch>()
const mostIds = 100

/** Loads a title. Titles requested at about the same time share a call: a page of a table is one call. */
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
  const titles = namesOf(entity, [...batch.ids.keys()]).then((names) => {
    for (const [id, title] of Object.entries(names.full)) fullTitles.set(keyOf({ entity, id }), title)
    return names.titles
  })
  for (const [id, waiting] of batch.ids) {
    const title = titles.then((known) => known[id] ?? null)
    for (const resolve of waiting) resolve(title)
  }
}
