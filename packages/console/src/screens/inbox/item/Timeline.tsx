import { useTranslation } from 'react-i18next'
import { dayOf, formatDay, formatSeconds } from '../../../ui/format-time.ts'
import panel from './ItemPanel.module.css'
import type { HistoryLine } from './item-view.ts'
import classes from './Timeline.module.css'

/** What happened to the item, step by step, with the time and a sentence each. */
export function Timeline({ history }: { history: readonly HistoryLine[] }) {
  const { t } = useTranslation()
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('inbox.history.title')}</h3>
      {history.length === 0 && <p className={panel.quiet}>{t('inbox.history.none')}</p>}
      <ol className={classes.timeline}>
        {history.map((line, index) => (
          <li key={line.id} data-tone={toneOf(line.outcome)}>
            {dayOf(line.at) !== dayOf(history[index - 1]?.at ?? line.at) && (
              <span className={classes.day}>{formatDay(line.at)}</span>
            )}
            <time dateTime={line.at}>{formatSeconds(line.at)}</time>
            <span className={classes.sentence}>
              {line.sentence}{' '}
              {line.userId && (
                <small>{t('inbox.history.by', { name: line.userName ?? t('inbox.history.colleague') })}</small>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function toneOf(outcome: string): 'ok' | 'warn' | 'bad' | 'neutral' {
  if (outcome === 'done') return 'ok'
  if (outcome === 'review' || outcome === 'retry') return 'warn'
  return outcome === 'failed' || outcome === 'fail' ? 'bad' : 'neutral'
}
