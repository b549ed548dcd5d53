import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../i18n/labels.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { emptyListText } from './empty-text.ts'
import { AddButton, ClearButton, type ListStateProps } from './ListButtons.tsx'

/** Says why a list is empty: nothing exists yet, or nothing matches. */
export default function EmptyList({ resource, table, canCreate }: ListStateProps & { canCreate: boolean }) {
  const { t } = useTranslation()
  const records = resourceWord(resource, 'many')
  const { freeText, filters, view, page } = table.state
  if (freeText || filters.length > 0 || view !== 'all') {
    return (
      <EmptyState
        title={t('list.noResultTitle', { records })}
        text={t('list.noResultText')}
        action={<ClearButton table={table} />}
      />
    )
  }
  if (page > 0) {
    return (
      <EmptyState
        title={t('table.pageTitle')}
        action={
          <Button variant="default" onClick={() => table.change({ page: 0 })}>
            {t('table.firstPage')}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t('list.emptyTitle', { records })}
      text={emptyListText(resource)}
      action={canCreate && <AddButton resource={resource} onClick={() => table.open('new')} />}
    />
  )
}
