import type { Dashboard } from '@courtcrier/contract/dashboard.ts'
import classes from './dashboard.module.css'
import { HourCard } from './HourCard.tsx'
import { NoticeCard } from './NoticeCard.tsx'

/** The pictures of when notices came and from whom. */
export function Charts({ dashboard }: { dashboard: Dashboard }) {
  if (!dashboard.notices) return null
  return (
    <div className={classes.grid}>
      <NoticeCard notices={dashboard.notices} days={dashboard} />
      <HourCard notices={dashboard.notices} days={dashboard} />
    </div>
  )
}
