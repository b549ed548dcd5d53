import classes from '../inbox/InboxWaiting.module.css'
import { useInboxCounts } from '../inbox/use-inbox-counts.ts'

/** Shows how many notices must be completed manually, next to the entry in the navigation. */
export default function ManualWaiting() {
  const count = useInboxCounts()?.counts.Manual ?? 0
  return count === 0 ? null : <span className={classes.waiting}>{count}</span>
}
