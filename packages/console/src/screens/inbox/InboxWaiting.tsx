import { useTranslation } from 'react-i18next'
import classes from './InboxWaiting.module.css'
import { useInboxCounts } from './use-inbox-counts.ts'

/** Shows how many filings need attention, next to the inbox in the navigation. */
export default function InboxWaiting() {
  const { t } = useTranslation()
  const count = useInboxCounts()?.counts['Action Required'] ?? 0
  if (count === 0) return null
  return <span className={classes.waiting}>{t('nav.waiting', { count })}</span>
}
