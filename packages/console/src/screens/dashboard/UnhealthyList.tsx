import type { Dashboard, UnhealthyThing } from '@courtcrier/contract/calls/dashboard.ts'
import { type UnhealthyKind, unhealthyDays } from '@courtcrier/contract/dashboard.ts'
import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatAgo, formatDay } from '../../ui/format-time.ts'
import classes from './dashboard.module.css'
import { unhealthyLink } from './list-links.ts'

/** Amber needs attention; red means that something was lost or failed. */
const tones: Readonly<Record<UnhealthyKind, 'warn' | 'bad'>> = {
  action_required: 'warn',
  item_failed: 'bad',
  document_missing: 'bad',
  copy_failed: 'bad',
  credential_failing: 'bad',
  credential_expires: 'warn',
  mailbox_failing: 'bad',
  mailbox_expires: 'warn',
  sender_failing: 'bad',
  sender_expires: 'warn',
  provider_expires: 'warn',
  delivery_failed: 'bad',
  delivery_waiting: 'warn',
  court_quiet: 'warn',
}

/** Lists current problems, above everything else; empty if all is well. */
export function UnhealthyList({ dashboard: { unhealthy, as_of } }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  if (unhealthy.length === 0) return null
  return (
    <section aria-labelledby="unhealthy">
      <VisuallyHidden component="h2" id="unhealthy">
        {t('dashboard.unhealthy')}
      </VisuallyHidden>
      <ul className={classes.unhealthy}>
        {unhealthy.map((thing) => (
          <li key={thing.court?.id ?? thing.kind}>
            <Opener thing={thing} asOf={as_of}>
              <b data-tone={tones[thing.kind]}>
                {formatNumber(thing.count)}
                {thing.is_at_least && '+'}
              </b>
              <span>
                {t(`dashboard.${thing.kind}`, { count: thing.count, court: thing.court?.name })}
                <Detail thing={thing} />
              </span>
            </Opener>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A current count, not one over a number of days. */
const asItStands: ReadonlySet<UnhealthyKind> = new Set([
  'action_required',
  'item_failed',
  'credential_failing',
  'credential_expires',
  'mailbox_failing',
  'mailbox_expires',
  'sender_failing',
  'sender_expires',
  'provider_expires',
])

function Opener({ thing, asOf, children }: { thing: UnhealthyThing; asOf: string; children: ReactNode }) {
  const link = unhealthyLink(thing, { asOf, role: useRole() })
  if (!link) return <div className={classes.thing}>{children}</div>
  return (
    <Link to={link.to} search={link.search} className={classes.thing}>
      {children}
    </Link>
  )
}

function Detail({ thing: { kind, oldest_at, court } }: { thing: UnhealthyThing }) {
  const { t } = useTranslation()
  if (court) return <small>{t('dashboard.quiet', { day: formatDay(court.last_at), usual: court.usual_per_day })}</small>
  const isWindow = !asItStands.has(kind)
  const parts = [
    isWindow && t('dashboard.recent', { days: unhealthyDays }),
    oldest_at && t('dashboard.oldest', { ago: formatAgo(oldest_at) }),
  ]
  return <small>{parts.filter(Boolean).join(', ')}</small>
}
