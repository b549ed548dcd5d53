import { useQuery } from '@tanstack/react-query'
import { apiGet } from '../../session/api.ts'
import classes from '../InboxWaiting.module.css'

/** How many notices wait to be completed by hand, beside the entry in the navigation. */
export default function ManualWaiting() {
  const { data } = useQuery({
    queryKey: ['inbox_item', 'waiting'],
    queryFn: ({ signal }) => apiGet<{ counts: Record<string, number> }>('/api/v1/inbox/counts', { signal }),
  })
  const count = data?.counts.Manual ?? 0
  return count === 0 ? null : <span className={classes.waiting}>{count}</span>
}
