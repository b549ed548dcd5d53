import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './InboxFooter.module.css'
import { pageSize } from './inbox-search.ts'

interface InboxFooterProps {
  page: number
  total: number
  onPage: (page: number) => void
}

/** Where in the list one is, with the pages beside it, and which keys there are. */
export function InboxFooter({ page, total, onPage }: InboxFooterProps) {
  const { t } = useTranslation()
  const from = (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, total)
  const shown = (value: number) => value.toLocaleString('en-US')
  return (
    <footer className={classes.footer}>
      {total > 0 && (
        <span className="num">
          {t('inbox.paging.range', { from: shown(from), to: shown(to), total: shown(total) })}
        </span>
      )}
      {total > pageSize && (
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
            disabled={to >= total}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </span>
      )}
      <span className={classes.keys}>{t('inbox.keys.hint')}</span>
    </footer>
  )
}
