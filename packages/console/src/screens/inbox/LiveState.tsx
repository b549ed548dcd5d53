import { useTranslation } from 'react-i18next'
import { useLive } from '../../session/live.ts'
import { formatAgo } from '../../ui/format-time.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './LiveState.module.css'

/** Shows whether the list is live, and when the last notice was received. */
export function LiveState({ lastAt }: { lastAt?: string | null }) {
  const { t } = useTranslation()
  const { status } = useLive()
  const now = useNow(1000)
  const state = t(`inbox.live.${status}`)
  return (
    <span className={classes.live} data-status={status}>
      {lastAt ? t('inbox.live.last', { state, ago: formatAgo(Math.min(Date.parse(lastAt), now), now) }) : state}
    </span>
  )
}
