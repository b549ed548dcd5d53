import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../i18n/labels.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import { isNarrowed } from '../table-state.ts'
import { emptyListText } from './empty-text.ts'
import { AddButton, ClearButton, type ListStateProps } from './ListButtons.tsx'

export interface EmptyListProps extends ListStateProps {
  canCreate: boolean
  /** Whether it had rows before, the last of which may have had the focus; nothing is deleted from some lists. */
  isEmptied?: boolean
}

/** Says why a list is empty, with the focus if its last row had it. */
export default function EmptyList({ isEmptied, ...shown }: EmptyListProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target = root.current?.querySelector('button') ?? root.current
    return isEmptied && target ? takeLostFocus(target) : undefined
  }, [isEmptied])
  return (
    <div ref={root} tabIndex={-1}>
      <Reason {...shown} />
    </div>
  )
}

/** Nothing exists yet, or nothing matches. */
function Reason({ resource, table, canCreate }: Omit<EmptyListProps, 'isEmptied'>) {
  const { t } = useTranslation()
  const records = resourceWord(resource, 'many')
  if (isNarrowed(table.state, resource)) {
    return (
      <EmptyState
        title={t('list.noResultTitle', { records })}
        text={t('list.noResultText')}
        action={<ClearButton table={table} />}
      />
    )
  }
  if (table.state.page > 0) {
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
