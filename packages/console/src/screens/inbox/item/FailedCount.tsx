import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../../ui/StatusDot.tsx'
import panel from './ItemPanel.module.css'

/** Says how many of a list failed: the end of a long one is out of sight. */
export function FailedCount({ rows }: { rows: readonly { status?: string | undefined }[] }) {
  const { t } = useTranslation()
  const count = rows.filter(({ status }) => status === 'failed').length
  if (count === 0 || rows.length === 1) return null
  return (
    <p className={panel.quiet}>
      <StatusDot tone="bad">{t('inbox.failed', { count, all: rows.length })}</StatusDot>
    </p>
  )
}
