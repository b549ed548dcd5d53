import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useCallback, useMemo } from 'react'
import type { TitleOf } from '../fields/control.ts'
import { idsOf } from '../fields/reference.tsx'
import { type RecordKey, useTitles } from '../session/titles.ts'

interface PageTitlesOptions {
  resource: Resource
  keys: readonly string[]
  rows: readonly AnyRow[]
}

/**
 * Loads the titles of all records the rows refer to, including rows out of view: so that scrolling finds them loaded,
 * and columns are as wide as they need.
 */
export function usePageTitles({ resource, keys, rows }: PageTitlesOptions): TitleOf {
  const titleOf = useTitles(useMemo(() => mentionedIn({ resource, keys, rows }), [resource, keys, rows]))
  return useCallback(
    (entity, id) => {
      // A record that doesn't exist, or that may not be seen, has no title to wait for.
      const title = findResource(entity) ? titleOf(entity, id) : null
      return title === null ? '' : title
    },
    [titleOf],
  )
}

function mentionedIn({ resource, keys, rows }: PageTitlesOptions): readonly RecordKey[] {
  return keys.flatMap((key) => {
    const entity = key === 'id' ? undefined : findField(resource, key)?.resource
    if (!entity || !findResource(entity)) return []
    return rows.flatMap((row) => {
      const value = row[key]
      const ids = typeof value === 'string' ? [value] : idsOf(value)
      return ids.map((id) => ({ entity, id }))
    })
  })
}
