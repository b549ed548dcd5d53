import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRows } from '../session/api.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EntityTable } from './EntityTable.tsx'
import { KeySheet } from './KeySheet.tsx'
import { ListFooter } from './ListFooter.tsx'
import { ListTools } from './ListTools.tsx'
import { resourceLabel, resourceWord } from './labels.ts'
import classes from './list.module.css'
import { queryOf } from './table-state.ts'
import { useCanWrite } from './use-can-write.ts'
import { useColumns } from './use-columns.ts'
import { useListKeys } from './use-list-keys.ts'
import type { useTableState } from './use-table-state.ts'

interface ResourceListProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
}

/** A table of a resource's rows: paged, sorted, searched and filtered by the server, all of it in the address. */
export function ResourceList({ resource, table }: ResourceListProps) {
  const { t } = useTranslation()
  const { state } = table
  const query = queryOf(state, resource)
  const columns = useColumns(resource)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isSheetOpen, sheet] = useDisclosure(false)
  const search = useRef<HTMLInputElement>(null)
  const canCreate = useCanWrite(resource)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [resource.name, 'search', query],
    queryFn: ({ signal }) => searchRows(resource, query, signal),
    placeholderData: keepPreviousData,
  })
  useListKeys({
    '/': () => search.current?.focus(),
    '?': sheet.open,
    f: () => document.querySelector<HTMLElement>('[data-add-filter]')?.click(),
    n: () => canCreate && table.open('new'),
  })
  return (
    <div className={classes.page}>
      <PageHeader
        title={resourceLabel(resource, 'many')}
        aside={data && <span className="num">{data.total.toLocaleString('en-US')}</span>}
        actions={canCreate && <AddButton resource={resource} onClick={() => table.open('new')} />}
      />
      <ListTools resource={resource} table={table} columns={columns} searchRef={search} />
      <div className={classes.body} aria-busy={isPlaceholderData}>
        {isPending && <LoadingRows />}
        {error && <Failure error={error} resource={resource} retry={() => void refetch()} />}
        {data && !error && data.rows.length === 0 && (
          <Nothing resource={resource} table={table} canCreate={canCreate} />
        )}
        {data && !error && data.rows.length > 0 && (
          <EntityTable
            resource={resource}
            keys={columns.shown}
            rows={data.rows}
            total={data.total}
            table={table}
            selected={selected}
            onSelect={setSelected}
          />
        )}
      </div>
      <ListFooter
        shownCount={data?.rows.length ?? 0}
        total={data?.total ?? 0}
        table={table}
        selected={selected}
        onClearSelection={() => setSelected(new Set())}
        onKeys={sheet.open}
      />
      <KeySheet opened={isSheetOpen} onClose={sheet.close} title={t('keys.title')} canCreate={canCreate} />
    </div>
  )
}

function AddButton({ resource, onClick }: { resource: Resource; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {t('list.add', { record: resourceWord(resource, 'one') })}
    </Button>
  )
}

function Failure({ error, resource, retry }: { error: Error; resource: Resource; retry: () => void }) {
  const { t } = useTranslation()
  const isDenied = 'status' in error && error.status === 403
  if (!isDenied) return <ErrorState error={error} retry={retry} />
  return (
    <EmptyState
      title={t('list.deniedTitle', { records: resourceWord(resource, 'many') })}
      text={t('list.deniedText')}
    />
  )
}

function Nothing({ resource, table, canCreate }: ResourceListProps & { canCreate: boolean }) {
  const { t } = useTranslation()
  const records = resourceWord(resource, 'many')
  const { freeText, filters, view } = table.state
  if (freeText || filters.length > 0 || view !== 'all') {
    const clear = (
      <Button variant="default" onClick={() => table.change({ freeText: '', filters: [], view: 'all' })}>
        {t('list.clearFilters')}
      </Button>
    )
    return <EmptyState title={t('list.noResultTitle', { records })} text={t('list.noResultText')} action={clear} />
  }
  return (
    <EmptyState
      title={t('list.emptyTitle', { records })}
      text={t('list.emptyText')}
      action={canCreate && <AddButton resource={resource} onClick={() => table.open('new')} />}
    />
  )
}
