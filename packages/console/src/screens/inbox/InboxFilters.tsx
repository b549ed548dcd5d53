import type { Filter } from '@courtcrier/contract/query.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChips } from '../../resource/FilterChips.tsx'
import type { TableChange } from '../../resource/table-change.ts'
import type { TableState } from '../../resource/table-state.ts'
import { useTableLayout } from '../../resource/use-table-layout.ts'
import { ViewMenu } from '../../resource/views/ViewMenu.tsx'
import { useTypedText, wordsOf } from '../../ui/use-typed-text.ts'
import classes from './InboxFilters.module.css'
import { besideTab, isQuick, type QuickFilter, quickFilters, toggleQuick } from './inbox-search.ts'
import type { InboxPlace } from './use-inbox-place.ts'

interface InboxFiltersProps {
  table: InboxPlace['table']
  searchRef: RefObject<HTMLInputElement | null>
}

/** Shows saved views, search words, and filters; the most common ones as single buttons. */
export function InboxFilters({ table, searchRef }: InboxFiltersProps) {
  const { t } = useTranslation()
  const { state, change } = table
  const arrangement = useTableLayout(inboxItem, table.view)
  const { text, setText } = useWords(table)
  return (
    <search className={classes.filters}>
      <ViewMenu resource={inboxItem} table={table} arrangement={arrangement} />
      <TextInput
        ref={searchRef}
        className={classes.search}
        type="search"
        size="xs"
        aria-label={t('inbox.filter.search')}
        placeholder={t('inbox.filter.search')}
        leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
        rightSection={
          text && <CloseButton size="sm" aria-label={t('inbox.filter.clear')} onClick={() => setText('')} />
        }
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Moves from the box into the rows, keeping the text.
          if (event.key === 'Escape' || event.key === 'ArrowDown') {
            event.preventDefault()
            event.currentTarget.blur()
          }
        }}
      />
      {(Object.keys(quickFilters) as QuickFilter[]).map((name) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          aria-pressed={isQuick(state.filters, name)}
          onClick={() => change(({ filters }) => ({ filters: toggleQuick(filters, name) }))}
        >
          {t(`inbox.quick.${name}`)}
        </button>
      ))}
      <FilterChips resource={inboxItem} table={withoutTab(table)} />
    </search>
  )
}

const settleMs = 200

function useWords({ state, change }: InboxPlace['table']) {
  const onPause = (freeText: string) => change({ freeText }, { replace: true })
  return useTypedText(state.freeText, { tidy: wordsOf, onPause, pauseMs: settleMs })
}

/** Returns the table for the chips: filters of the tab and the pressed buttons aren't chips. */
function withoutTab(table: InboxPlace['table']): InboxPlace['table'] {
  const change = (change: TableChange) => (now: TableState) => {
    const shown = chipsOf(now.filters)
    const kept = now.filters.filter((filter) => !shown.includes(filter))
    const part = typeof change === 'function' ? change({ ...now, filters: shown }) : change
    if (!part.filters) return part
    const fields = new Set(part.filters.map(({ field }) => field))
    return { ...part, filters: [...kept.filter(({ field }) => !fields.has(field)), ...part.filters] }
  }
  return {
    ...table,
    state: { ...table.state, filters: chipsOf(table.state.filters) },
    change: (next, options) => table.change(change(next), options),
  }
}

function chipsOf(filters: readonly Filter[]): Filter[] {
  const pressed = (Object.keys(quickFilters) as QuickFilter[]).filter((name) => isQuick(filters, name))
  return besideTab(filters).filter(({ field }) => !pressed.some((name) => quickFilters[name].field === field))
}
