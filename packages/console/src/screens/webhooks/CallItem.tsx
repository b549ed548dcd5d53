import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { translated } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { useAction } from '../../ui/use-action.ts'
import { callTones, type WebhookCall } from './calls.ts'
import classes from './webhooks.module.css'

interface CallItemProps {
  call: WebhookCall
  /** Absent for whoever may only read. */
  onReplay?: () => Promise<unknown>
}

/** One call: how it stands and why, and what was sent and answered for whoever opens that. */
export function CallItem({ call, onReplay }: CallItemProps) {
  const { t } = useTranslation()
  const replaying = useAction(async () => onReplay?.())
  const time = formatDateTime(call.created_at)
  const isOver = call.status === 'sent' || call.status === 'failed'
  return (
    <li>
      <div className={classes.line}>
        <StatusDot tone={callTones[call.status]}>{t(`webhookCalls.status.${call.status}`)}</StatusDot>
        <strong>{call.event}</strong>
        <time dateTime={call.created_at} className="num">
          {time}
        </time>
        {onReplay && isOver && (
          <Button
            className={classes.replay}
            variant="default"
            size="compact-sm"
            aria-label={t('webhookCalls.replayOf', { event: call.event, time })}
            loading={replaying.isBusy}
            onClick={() => void replaying.run()}
          >
            {t('webhookCalls.replay')}
          </Button>
        )}
      </div>
      {call.sentence && <p>{translated(call.sentence)}</p>}
      <Figures call={call} />
      {replaying.failure && <p role="alert">{translated(replaying.failure.message)}</p>}
      <details>
        <summary>{t('webhookCalls.details')}</summary>
        <Part title={t('webhookCalls.headers')} text={headerLines(call)} />
        <Part title={t('webhookCalls.body')} text={call.body} />
        <Part title={t('webhookCalls.answer')} text={call.answer || t('webhookCalls.noAnswer')} />
      </details>
    </li>
  )
}

function Figures({ call }: { call: WebhookCall }) {
  const { t } = useTranslation()
  const parts = [
    call.attempts > 0 && t('webhookCalls.tries', { count: call.attempts }),
    call.duration_ms !== null && t('webhookCalls.took', { ms: call.duration_ms }),
    call.next_try_at && t('webhookCalls.next', { time: formatDateTime(call.next_try_at) }),
  ].filter(Boolean)
  return parts.length > 0 && <small className="num">{parts.join(' · ')}</small>
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre className={classes.text} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

function headerLines({ request_headers: headers }: WebhookCall): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
