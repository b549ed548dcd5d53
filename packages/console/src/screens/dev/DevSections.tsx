import { accessKeys, type Role, routeAccess } from '@courtcrier/contract/access.ts'
import { labelFromKey } from '@courtcrier/contract/names.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import type { DevAnswer } from '@courtcrier/contract/calls/console.ts'
import { useFirm } from '../../session/firm.ts'
import { useSession } from '../../session/session-store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatAgo, formatDateTime } from '../../ui/format-time.ts'
import { useLocale } from '../../ui/locale.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from '../releases/about.module.css'

export function Program({ answer, at }: { answer: DevAnswer; at: number }) {
  const { t } = useTranslation()
  const started = Date.parse(answer.server_time) - answer.up_seconds * 1000
  return (
    <Section id="dev-program" title={t('dev.program')}>
      <Facts
        facts={[
          ['dev.version', answer.version],
          ['dev.build', answer.build ?? t('dev.noBuild')],
          ['dev.runtime', `Node ${answer.node}, ${answer.platform}`],
          ['dev.roles', answer.roles.join(', ')],
          ['dev.up', formatAgo(started, Date.parse(answer.server_time))],
          ['dev.memory', t('dev.megabytes', { size: formatNumber(Math.round(answer.memory_bytes / 1e6)) })],
          ['dev.clock', <Clock key="clock" time={answer.server_time} at={at} />],
        ]}
      />
    </Section>
  )
}

/** Compares the clocks: a browser whose clock is far off renews its tokens too early or too late. */
function Clock({ time, at }: { time: string; at: number }) {
  const { t } = useTranslation()
  const seconds = Math.round((at - Date.parse(time)) / 1000)
  const shown = formatDateTime(time)
  return Math.abs(seconds) < 5 ? shown : t('dev.clockOff', { time: shown, seconds: formatNumber(seconds) })
}

export function Database({ answer: { database } }: { answer: DevAnswer }) {
  const { t } = useTranslation()
  const { kind, version, migration } = database
  return (
    <Section id="dev-database" title={t('dev.database')}>
      <Facts
        facts={[
          ['dev.database', t('dev.databaseVersion', { kind: t(`dev.kind.${kind}`), version })],
          ['dev.migration', migration ?? ''],
        ]}
      />
    </Section>
  )
}

export function Queues({ answer: { queues } }: { answer: DevAnswer }) {
  const { t } = useTranslation()
  return (
    <Section id="dev-queues" title={t('dev.queues')}>
      <Table heads={['dev.queue', 'dev.waiting', 'dev.running']}>
        {queues.map(({ queue, waiting, running }) => (
          <tr key={queue}>
            <th scope="row">{queue}</th>
            <td className="num">{formatNumber(waiting)}</td>
            <td className="num">{formatNumber(running)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

export function Features({ answer: { features } }: { answer: DevAnswer }) {
  const { t } = useTranslation()
  return (
    <Section id="dev-features" title={t('dev.features')}>
      <Table heads={['dev.feature', 'dev.state']}>
        {features.map(({ name, is_on }) => (
          <tr key={name}>
            <th scope="row">{labelFromKey(name)}</th>
            <td>
              <StatusDot tone={is_on ? 'ok' : 'neutral'}>{t(is_on ? 'dev.on' : 'dev.off')}</StatusDot>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

export function Browser() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { defaultTimeZone } = useFirm()
  const session = useSession()
  return (
    <Section id="dev-browser" title={t('dev.browser')}>
      <Facts
        facts={[
          ['dev.language', locale],
          ['dev.zone', defaultTimeZone ?? ''],
          ['dev.session', session ? formatDateTime(new Date(session.expiresAt).toISOString()) : ''],
          ['dev.agent', navigator.userAgent],
        ]}
      />
    </Section>
  )
}

export function Permissions({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <Section id="dev-permissions" title={t('dev.permissions')}>
      <p>{t('dev.role', { role: role.name })}</p>
      <Table heads={['dev.key', 'dev.access']}>
        {accessKeys.map((key) => (
          <tr key={key}>
            <th scope="row">
              <code>{key}</code>
            </th>
            <td>{t(`access.${routeAccess(key, role)}`)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Facts({ facts }: { facts: readonly (readonly [labelKey: string, value: ReactNode])[] }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.facts}>
      {facts.flatMap(([labelKey, value]) => [
        <dt key={labelKey}>{t(labelKey)}</dt>,
        <dd key={`${labelKey} value`}>{value}</dd>,
      ])}
    </dl>
  )
}

function Table({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
