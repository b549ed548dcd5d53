import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format-number.ts'
import { formatTotal, type Total } from '../../ui/format-total.ts'
import classes from './InboxFooter.module.css'

interface InboxFooterProps {
  /** From 1. */
  page: number
  pageSize: number
  total: Total
  onPage: (page: number) => void
  onKeys: () => void
}

/** Where in the list one is, with the pages beside it, and which keys there are. */
export function InboxFooter({ page, pageSize, total, onPage, onKeys }: InboxFooterProps) {
  const { t } = useTranslation()
  const from = (page - 1) * pageSize + 1
  const { isAtLeast } = total
  const to = isAtLeast ? page * pageSize : Math.min(page * pageSize, total.total)
  const shown = formatNumber
  return (
    <footer className={classes.footer}>
      {total.total > 0 && (
        <span className="num">
          {t('inbox.paging.range', { from: shown(from), to: shown(to), total: formatTotal(total) })}
        </span>
      )}
      {total.total > pageSize && (
        <span className={classes.pages}>
          <ActionIcon
            variant="default"
            aria-label={t('inbox.paging.previous')}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={t('inbox.paging.next')}
            disabled={!isAtLeast && to >= total.total}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </span>
      )}
      <button type="button" className={classes.keys} onClick={onKeys}>
        {t('inbox.keys.hint')}
      </button>
    </footer>
  )
}
