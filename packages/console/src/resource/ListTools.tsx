import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconColumns3, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../i18n/labels.ts'
import { useRole } from '../session/session-store.ts'
import { LatePopup } from '../ui/LatePopup.tsx'
import { useTypedText, wordsOf } from '../ui/use-typed-text.ts'
import { FilterChips } from './FilterChips.tsx'
import { useFace } from './face.ts'
import type { ListTools } from './list/use-list-keys.ts'
import classes from './list.module.css'
import { viewKey, viewsOf } from './table-state.ts'
import type { Arrangement } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'
import { ViewMenu } from './views/ViewMenu.tsx'

const loadColumns = () => import('./ColumnPanel.tsx')

interface TableToolsProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
  arrangement: Arrangement
  tools: ListTools
}

/** Shows what narrows a table: search, a quick filter, filters by field; and its columns. */
export function TableTools({ resource, table, arrangement, tools }: TableToolsProps) {
  const { t } = useTranslation()
  const views = viewsOf(resource, useRole())
  const Banner = useFace(resource).panels?.list
  return (
    <>
      {Banner && (
        <Suspense>
          <Banner />
        </Suspense>
      )}
      <div className={classes.tools}>
        <ViewMenu handle={tools.views} resource={resource} table={table} arrangement={arrangement} />
        <SearchBox resource={resource} table={table} searchRef={tools.search} />
        {views.length > 1 && (
          <SegmentedControl
            className={classes.views}
            aria-label={t('list.views')}
            data={views.map((view) => ({
              value: view,
              label: t(viewKey(view)),
            }))}
            value={table.state.view}
            onChange={(value) => table.change({ view: views.find((view) => view === value) })}
          />
        )}
        <FilterChips menu={tools.filters} resource={resource} table={table} />
        <ColumnMenu resource={resource} arrangement={arrangement} />
      </div>
    </>
  )
}

interface SearchBoxProps extends Pick<TableToolsProps, 'resource' | 'table'> {
  searchRef: RefObject<HTMLInputElement | null>
}

/** Searches when typing pauses; the box follows the address, including when going back. */
export function SearchBox({ resource, table, searchRef }: SearchBoxProps) {
  const { t } = useTranslation()
  const { text, setText } = useTypedText(table.state.freeText, {
    tidy: wordsOf,
    onPause: (freeText) => table.change({ freeText }, { replace: true }),
  })
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

/** Leaves the field without clearing it, which browsers do in a search field. */
function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}

interface ColumnMenuProps {
  resource: Resource
  arrangement: Arrangement
}

/** Opens the choice of columns, their order, the row height, and whether the first column is pinned. */
function ColumnMenu({ resource, arrangement }: ColumnMenuProps) {
  const { t } = useTranslation()
  return (
    <LatePopup
      kind="dialog"
      load={loadColumns}
      props={{ resource, arrangement }}
      target={(target) => (
        <Button
          {...target}
          variant="default"
          size="xs"
          className={classes.columns}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('list.columns')}
        </Button>
      )}
    />
  )
}
