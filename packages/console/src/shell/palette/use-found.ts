import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { i18next } from '../../i18n/i18n.ts'
import { resourceLabel, resourceWord } from '../../resource/labels.ts'
import { apiGet } from '../../session/api.ts'
import { navigationOf } from '../nav-plan.ts'
import type { PaletteTools } from './pages-and-actions.ts'
import { fitOf, type PaletteGroup, type PaletteItem, type Target } from './palette-item.ts'

interface Found {
  records: readonly FoundRecord[]
  more: readonly string[]
}

interface FoundRecord {
  entity: string
  id: string
  title: string
  detail: string
}

/** Between two letters of a fast typist nothing is asked. */
const pauseMs = 90

/**
 * The records that fit, by entity, as the server has them. Until the next ones come, those of the last text that fit the
 * present one too: whoever types and presses Enter must not be led to what fitted a moment ago.
 */
export function useFound(typed: string, tools: PaletteTools) {
  const [text] = useDebouncedValue(typed.trim(), pauseMs)
  const query = useQuery({
    queryKey: ['find', text],
    queryFn: ({ signal }) => apiGet<Found>(`/api/v1/find?text=${encodeURIComponent(text)}`, { signal }),
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

function groupsOf({ records, more }: Found, { text, tools }: { text: string; tools: PaletteTools }): PaletteGroup[] {
  const entities = [...new Set(records.map(({ entity }) => entity))]
  return entities.flatMap((entity) => {
    const resource = findResource(entity)
    if (!resource) return []
    const icon = iconOf(resource.route, tools)
    const items = records
      .filter((record) => record.entity === entity)
      .map((record): PaletteItem => {
        const to = addressOf(record, resource.route)
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

function iconOf(route: string, { role }: PaletteTools) {
  const entries = navigationOf(role).flatMap((section) => section.entries)
  return entries.find((entry) => entry.route === route)?.icon ?? IconTable
}

/** Where a record is to be looked at: a notice on its page, a document in its viewer, all else open in its list. */
function addressOf({ entity, id }: FoundRecord, route: string): Target {
  if (entity === 'inbox_item') return { path: `${route}/id/${encodeURIComponent(id)}` }
  if (entity === 'document') return { path: `/load-document/${encodeURIComponent(id)}` }
  // Which of the kinds a credential is of only its list knows.
  return entity === 'credential' ? { path: route } : { path: route, search: { id } }
}
