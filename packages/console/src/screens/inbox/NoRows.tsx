import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFirm } from '../../session/firm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { besideTab, tabOf, withTab } from './inbox-search.ts'
import type { useInboxList } from './use-inbox-list.ts'
import type { InboxPlace } from './use-inbox-place.ts'

interface NoRowsProps {
  list: ReturnType<typeof useInboxList>
  table: InboxPlace['table']
}

/** Why there are no rows: on their way, not to be had, none yet, or none that match. */
export function NoRows({ list, table }: NoRowsProps) {
  const { t } = useTranslation()
  const { incomingEmailAddresses } = useFirm()
  const { freeText, filters, page, view } = table.state
  if (list.isLoading) return <LoadingRows count={10} />
  if (list.error) return <ErrorState error={list.error} retry={list.retry} />
  const isNarrowed = freeText !== '' || besideTab(filters).length > 0 || view !== 'all' || page > 0
  if (isNarrowed) {
    const action = (
      <>
        <Button variant="default" onClick={() => table.change({ freeText: '', filters: [], view: 'all' })}>
          {t('inbox.filter.clear')}
        </Button>
        {tabOf(filters) !== 'archived' && (
          <Button variant="subtle" onClick={() => table.change({ filters: withTab(filters, 'archived') })}>
            {t('inbox.filter.archived')}
          </Button>
        )}
      </>
    )
    return <EmptyState title={t('inbox.empty.noResults')} text={t('inbox.empty.noResultsText')} action={action} />
  }
  if (tabOf(filters) !== 'all') return <EmptyState title={t('inbox.empty.tab')} text={t('inbox.empty.tabText')} />
  const address = incomingEmailAddresses?.[0]
  const text = address ? t('inbox.empty.text', { address }) : t('inbox.empty.textPlain')
  return <EmptyState title={t('inbox.empty.title')} text={text} />
}
