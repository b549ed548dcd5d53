import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import list from '../../resource/list.module.css'
import type { useTableState } from '../../resource/use-table-state.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatTotal, type Total } from '../../ui/format-total.ts'

interface FilingFooterProps {
  table: ReturnType<typeof useTableState>
  shownCount: number
  total: Total
}

/** Where in the list one is, with the pages beside it, and which keys there are. */
export function FilingFooter({ table, shownCount, total }: FilingFooterProps) {
  const { t } = useTranslation()
  const { page, size } = table.state
  const from = page * size + 1
  const range = { from: formatNumber(from), to: formatNumber(from + shownCount - 1), total: formatTotal(total) }
  return (
    <footer className={list.footer}>
      <span className="num" role="status">
        {shownCount > 0 ? t('list.range', range) : t('list.none')}
      </span>
      <span className={list.keyHint}>{t('told.keys')}</span>
      <div className={list.paging}>
        <ActionIcon
          variant="default"
          aria-label={t('list.previous')}
          disabled={page === 0}
          onClick={() => table.change({ page: page - 1 })}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('list.next')}
          disabled={!total.isAtLeast && (page + 1) * size >= total.total}
          onClick={() => table.change({ page: page + 1 })}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </div>
    </footer>
  )
}
