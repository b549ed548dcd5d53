import type { Resource } from '@courtcrier/contract/resource.ts'
import { SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listBanners } from '../screens/record-panels.ts'
import { useRole } from '../session/session-store.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { FilterChips } from './FilterChips.tsx'
import { resourceWord } from './labels.ts'
import classes from './list.module.css'
import { viewsOf } from './table-state.ts'
import type { Arrangement } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'
import { ViewMenu } from './views/ViewMenu.tsx'

interface ListToolsProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
  arrangement: Arrangement
  searchRef: RefObject<HTMLInputElement | null>
}

/** What narrows a table down: words, a quick filter, filters by field; and which columns it has. */
export function ListTools({ resource, table, arrangement, searchRef }: ListToolsProps) {
  const { t } = useTranslation()
  const views = viewsOf(resource, useRole())
  const Banner = listBanners[resource.name]
  return (
    <>
      {Banner && (
        <Suspense>
          <Banner />
        </Suspense>
      )}
      <div className={classes.tools}>
        <ViewMenu resource={resource} table={table} arrangement={arrangement} />
        <SearchBox resource={resource} table={table} searchRef={searchRef} />
        {views.length > 1 && (
          <SegmentedControl
            aria-label={t('list.views')}
            data={views.map((view) => ({
              value: view,
              label: t(view === 'unmapped' ? 'table.unmapped' : `list.${view}`),
            }))}
            value={table.state.view}
            onChange={(value) => table.change({ view: views.find((view) => view === value) })}
          />
        )}
        <FilterChips resource={resource} table={table} />
        <ColumnMenu resource={resource} arrangement={arrangement} />
      </div>
    </>
  )
}

const typingPauseMs = 250

/** Asks once the person pauses; what the address says, also by going back, is what stands there. */
export function SearchBox({ resource, table, searchRef }: Omit<ListToolsProps, 'arrangement'>) {
  const { t } = useTranslation()
  const { freeText } = table.state
  const [text, setText] = useState(freeText)
  useEffect(() => setText(freeText), [freeText])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    if (text.trim() === freeText) return
    const timer = setTimeout(() => table.change({ freeText: text.trim() }, { replace: true }), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const label = t('list.search', { records: resourceWord(resource, 'many') })
  return (
    <TextInput
      ref={searchRef}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={leaveOnEscape}
    />
  )
}

/** Steps out and keeps what is typed, which browsers clear from a search field. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}
