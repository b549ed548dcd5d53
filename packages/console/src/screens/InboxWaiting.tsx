import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiGet } from '../session/api.ts'
import classes from './InboxWaiting.module.css'

/** How many inbox items wait for a person, beside the inbox in the navigation. */
export default function InboxWaiting() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['inbox_item', 'waiting'],
    queryFn: ({ signal }) => apiGet<{ counts: Record<string, number> }>('/api/v1/inbox/counts', { signal }),
  })
  const count = data?.counts['Action Required'] ?? 0
  if (count === 0) return null
  return <span className={classes.waiting}>{t('nav.waiting', { count })}</span>
}
