import { routeAccess, subjectAccess } from '@courtcrier/contract/access.ts'
import { type EffectiveDelivery as Delivery, readOwnDelivery } from '@courtcrier/contract/calls/settings.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { SettingTable } from '../delivery-settings/SettingTable.tsx'
import { OwnTimekeeper } from './OwnTimekeeper.tsx'
import classes from './profile.module.css'

/** Shows the user's own notification settings: what applies, where it comes from, and what the role may change. */
export function OwnDelivery() {
  const { t } = useTranslation()
  // Named after the resource it is derived from, so that anyone's change to that reloads it.
  const { data, error, refetch } = useQuery({
    queryKey: ['timekeeper', 'own-delivery'],
    queryFn: ({ signal }) => ask(readOwnDelivery, {}, { signal }),
  })
  return (
    // Emails about filings link to this anchor.
    <section id="delivery" className={classes.section} aria-labelledby="own-delivery">
      <h2 id="own-delivery">{t('ownDelivery.title')}</h2>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={3} />}
      {data && !data.timekeeper && <NoTimekeeper />}
      {data?.timekeeper && (
        <>
          <p className={classes.about}>{whoIsTold(data.timekeeper, t)}</p>
          <SettingTable delivery={data} />
          <OwnTimekeeper id={data.timekeeper.id} onSaved={() => void refetch()} />
          <Elsewhere delivery={data} />
        </>
      )}
    </section>
  )
}

function whoIsTold({ full_name: name, email, status }: NonNullable<Delivery['timekeeper']>, t: TFunction): string {
  if (status !== 'Active') return t('ownDelivery.inactive')
  return email ? t('ownDelivery.as', { name, email }) : t('ownDelivery.noEmail', { name })
}

function NoTimekeeper() {
  const { t } = useTranslation()
  const canOpen = routeAccess('userAccess', useRole()) !== 'DENY'
  return (
    <p className={classes.about}>
      <b>{t('ownDelivery.noTimekeeperTitle')}.</b> {t('ownDelivery.noTimekeeper')}{' '}
      {canOpen && <Link to="/users">{t('ownDelivery.toUsers')}</Link>}
    </p>
  )
}

/** Shows links to the settings of other levels, if the role may change them. */
function Elsewhere({ delivery: { group } }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const role = useRole()
  const canGroup = group !== null && subjectAccess(timekeeperGroup.subject, role) === 'FULL'
  const canFirm = subjectAccess(firm.subject, role) === 'FULL'
  if (!canGroup && !canFirm) return null
  return (
    <p className={classes.links}>
      {canGroup && (
        <Link to={timekeeperGroup.route} search={{ id: group.id }}>
          {t('ownDelivery.changeGroup', { count: group.people })}
        </Link>
      )}
      {canFirm && (
        <Link to="/firm-information" hash="delivery">
          {t('ownDelivery.changeFirm')}
        </Link>
      )}
    </p>
  )
}
