import { type FindResult, find } from '@courtcrier/contract/calls/console.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { i18next } from '../../i18n/i18n.ts'
import { resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { iconOf } from '../../resource/icon-of.ts'
import { recordPagePath } from '../../resource/record-address.ts'
import { ask } from '../../session/ask.ts'
import type { PaletteTools } from './pages-and-actions.ts'
import { fitOf, type PaletteGroup, type PaletteItem, type Target } from './palette-item.ts'
import { rankedEntities } from './rank-entities.ts'

type FoundRecord = FindResult['records'][number]

/** Nothing is requested between two letters of a fast typist. */
const pauseMs = 90

/**
 * Returns the matching records by entity, from the server. Until the next ones arrive, those of the previous text that
 * match the current one too: someone who types and presses Enter must not land on a stale match.
 */
export function useFound(typed: string, tools: PaletteTools) {
  const [text] = useDebouncedValue(typed.trim(), pauseMs)
  const query = useQuery({
    queryKey: ['find', text],
    queryFn: ({ signal }) => ask(find, { query: { freeText: text } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const isWanted = typed.trim() !== ''
  const isOld = query.isPlaceholderData || text !== typed.trim()
  const groups = isWanted && query.data ? groupsOf(query.data, { text, tools }) : []
  return {
    groups: isOld
      ? groups.map((group) => ({ ...group, items: group.items.filter((item) => fits(item, typed)) }))
      : groups,
    isSearching: isWanted && (query.isFetching || text !== typed.trim()),
    error: isWanted ? query.error : null,
  }
}

function fits(item: PaletteItem, typed: string): boolean {
  return item.to !== undefined && fitOf(item, typed) !== undefined
}

function groupsOf(
  { records, more }: FindResult,
  { text, tools }: { text: string; tools: PaletteTools },
): PaletteGroup[] {
  const entities = rankedEntities(records.map(({ entity }) => entity))
  return entities.flatMap((entity) => {
    const resource = findResource(entity)
    if (!resource) return []
    const icon = listIcon(resource.route, tools)
    const items = records
      .filter((record) => record.entity === entity)
      .map((record): PaletteItem => {
        const to = addressOf(record, resource, tools)
        return {
          id: `record:${entity}:${record.id}`,
          label: record.title || record.id,
          ...(record.detail ? { detail: record.detail } : {}),
          icon,
          to,
          run: () => tools.go(to),
        }
      })
    const all: PaletteItem = {
      id: `all:${entity}`,
      label: i18next.t('palette.all', { records: resourceWord(resource, 'many'), text }),
      icon,
      run: () => tools.go({ path: resource.route, search: { q: text } }),
    }
    return [
      {
        name: entity,
        label: resourceLabel(resource, 'many'),
        items: more.includes(entity) && entity !== 'credential' ? [...items, all] : items,
      },
    ]
  })
}

function listIcon(route: string, { entries }: PaletteTools) {
  return iconOf(entries.find((entry) => entry.route === route)?.icon ?? IconTable)
}

/**
 * Returns where a record is viewed: on its own page if it has one, a document in its viewer, anything else open in its
 * list.
 */
function addressOf({ entity, id }: FoundRecord, resource: Resource, { paged }: PaletteTools): Target {
  if (entity === 'inbox_item' || paged.has(entity)) return { path: recordPagePath(resource, id) }
  if (entity === 'document') return { path: `/load-document/${encodeURIComponent(id)}` }
  // Only the list knows which kind a credential is.
  return entity === 'credential' ? { path: resource.route } : { path: resource.route, search: { id } }
}
