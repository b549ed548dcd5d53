import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../i18n/labels.ts'
import type { useTableState } from '../use-table-state.ts'

export interface ListStateProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
}

export function AddButton({ resource, onClick }: { resource: Resource; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {t('list.add', { record: resourceWord(resource, 'one') })}
    </Button>
  )
}

/** Shows all records again. */
export function ClearButton({ table }: Pick<ListStateProps, 'table'>) {
  const { t } = useTranslation()
  return (
    <Button variant="default" onClick={() => table.change({ freeText: '', filters: [], view: 'all' })}>
      {t('list.clearFilters')}
    </Button>
  )
}
