import type { WebhookCall } from '@courtcrier/contract/calls/webhooks.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../ui/format-time.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { callTones } from './calls.ts'
import classes from './webhooks.module.css'

interface CallItemProps {
  call: WebhookCall
  /** Absent for read-only roles. */
  onReplay?: () => Promise<unknown>
}

/** Shows one call: its status and why; when expanded, also the request and the response. */
export function CallItem({ call, onReplay }: CallItemProps) {
  const { t } = useTranslation()
  const replaying = useAction(async () => onReplay?.())
  const time = formatDateTime(call.createdAt)
  const isOver = call.status === 'sent' || call.status === 'failed'
  return (
    <li>
      <div className={classes.line}>
        <StatusDot tone={callTones[call.status]}>{t(`webhookCalls.status.${call.status}`)}</StatusDot>
        <strong>{call.event}</strong>
        <time dateTime={call.createdAt} className="num">
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
    call.durationMs !== null && t('webhookCalls.took', { ms: call.durationMs }),
    call.nextTryAt && t('webhookCalls.next', { time: formatDateTime(call.nextTryAt) }),
  ].filter(Boolean)
  return parts.length > 0 && <small className="num">{parts.join(' · ')}</small>
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className={classes.text} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

function headerLines({ requestHeaders: headers }: WebhookCall): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
