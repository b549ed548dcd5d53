import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { clearSlowCalls, readSlowCalls, type SlowCall } from '../../session/call-log.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { formatDay, formatSeconds } from '../../ui/format-time.ts'
import { notify } from '../../ui/notices.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AboutPages } from '../releases/AboutPages.tsx'
import classes from '../releases/about.module.css'
import { groupCalls, reasonOf } from './explain-call.ts'

/** Lists this browser's slow calls, and why they were slow. */
export default function SlowScreen() {
  const { t } = useTranslation()
  const [calls, setCalls] = useState(readSlowCalls)
  const clear = () => {
    clearSlowCalls()
    setCalls([])
    notify({ color: 'success', text: 'slow.cleared' })
  }
  const button = (
    <Button variant="default" onClick={clear}>
      {t('slow.clear')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.slow')} actions={calls.length > 0 && button}>
        <AboutPages />
      </PageHeader>
      <p className={classes.lead}>{t('slow.lead')}</p>
      {calls.length === 0 ? (
        <EmptyState title={t('slow.noneTitle')} text={t('slow.noneText')} />
      ) : (
        <>
          <Slowest calls={calls} />
          <Calls calls={calls} />
        </>
      )}
    </div>
  )
}

function Slowest({ calls }: { calls: readonly SlowCall[] }) {
  const { t } = useTranslation()
  return (
    <section className={classes.section} aria-labelledby="slowest">
      <h2 id="slowest">{t('slow.slowest')}</h2>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('slow.call')}</th>
              <th scope="col">{t('slow.count')}</th>
              <th scope="col">{t('slow.median')}</th>
              <th scope="col">{t('slow.longest')}</th>
            </tr>
          </thead>
          <tbody>
            {groupCalls(calls).map(({ call, count, medianMs, longestMs }) => (
              <tr key={call}>
                <th scope="row">
                  <code>{call}</code>
                </th>
                <td className="num">{formatNumber(count)}</td>
                <td className="num">{t('slow.seconds', { seconds: seconds(medianMs) })}</td>
                <td className="num">{t('slow.seconds', { seconds: seconds(longestMs) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Calls({ calls }: { calls: readonly SlowCall[] }) {
  const { t } = useTranslation()
  return (
    <section className={classes.section} aria-labelledby="slow-calls">
      <h2 id="slow-calls">{t('slow.table')}</h2>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('slow.when')}</th>
              <th scope="col">{t('slow.call')}</th>
              <th scope="col">{t('slow.took')}</th>
              <th scope="col">{t('slow.why')}</th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call) => (
              <tr key={`${call.at} ${call.method} ${call.path} ${call.ms}`}>
                <td className="num">{whenOf(call.at)}</td>
                <td>
                  <code>{`${call.method} ${call.path}`}</code>
                </td>
                <td className="num">{t('slow.seconds', { seconds: seconds(call.ms) })}</td>
                <td>
                  <Why call={call} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Why({ call }: { call: SlowCall }) {
  const { t } = useTranslation()
  const reason = t(`slow.reason.${reasonOf(call)}`, { server: seconds(call.serverMs ?? 0) })
  return call.outcome === 'answered' ? reason : t(`slow.outcome.${call.outcome}`, { reason })
}

function whenOf(at: number): string {
  const iso = new Date(at).toISOString()
  return `${formatDay(iso)} ${formatSeconds(iso)}`
}

function seconds(ms: number): string {
  return formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
