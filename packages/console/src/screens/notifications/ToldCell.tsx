import { useTranslation } from 'react-i18next'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import classes from './FilingTable.module.css'
import type { FilingSummary } from './filing-view.ts'

/** How many people were told, what stands in the way, and whether anybody opened what the mail led to. */
export function ToldCell({ summary }: { summary: FilingSummary | undefined }) {
  const { t } = useTranslation()
  if (summary?.told === undefined) return null
  const { told, waiting = 0, failed = 0, opened = 0, attached = 0 } = summary
  const parts = [
    told > 0 && t('told.people.told', { count: told }),
    waiting > 0 && t('told.people.waiting', { count: waiting }),
    failed > 0 && t('told.people.failed', { count: failed }),
  ].filter((part) => part !== false)
  return (
    <>
      <StatusDot tone={toneOf(summary)}>{parts.length > 0 ? parts.join(', ') : t('told.people.nobody')}</StatusDot>
      {told > 0 && (
        <small className={classes.opened}>
          {opened > 0
            ? t('told.people.opened', { count: opened })
            : t(attached > 0 ? 'told.people.attached' : 'told.people.unopened')}
        </small>
      )}
    </>
  )
}

function toneOf({ told = 0, waiting = 0, failed = 0 }: FilingSummary): Tone {
  if (failed > 0) return 'bad'
  if (waiting > 0) return 'busy'
  return told > 0 ? 'ok' : 'warn'
}
