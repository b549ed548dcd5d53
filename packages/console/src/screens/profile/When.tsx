import { formatDateTime, formatDay, formatTime } from '../../ui/format-time.ts'
import classes from './profile.module.css'

/** Shows a day and a time that break between the two; the zone is shown on hover. */
export function When({ at }: { at: string }) {
  return (
    <time className={classes.when} dateTime={at} title={formatDateTime(at)}>
      <span>{formatDay(at)}</span> <span>{formatTime(at)}</span>
    </time>
  )
}
