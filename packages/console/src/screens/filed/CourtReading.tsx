import { routeAccess } from '@courtcrier/contract/access.ts'
import { type AnyRow, fieldAccess, findField } from '@courtcrier/contract/resource.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import { useRole } from '../../session/session-store.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './filed.module.css'
import './text.ts'

const providers = '/provider-credentials'

/** Says whether a court's notices are read, and which login Courtcrier has for it. */
export function CourtReading({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const role = useRole()
  const field = findField(ecfxJurisdiction, 'efilingSystem')
  if (!field || fieldAccess(ecfxJurisdiction, 'efilingSystem', role) === 'DENY') return null
  const system = String(row.efilingSystem ?? 'NONE')
  const isRead = system !== 'NONE'
  const key = row.isHistorical === true ? 'historical' : isRead ? 'read' : 'unread'
  return (
    <section className={classes.section} aria-labelledby="court-reading">
      <h2 id="court-reading" className={classes.heading}>
        {t('filed.court.title')}
      </h2>
      <p className={classes.plain}>
        <StatusDot tone={key === 'read' ? 'ok' : 'neutral'}>
          {t(`filed.court.${key}`, { system: choiceLabel(field, system) })}
        </StatusDot>
      </p>
      {key !== 'historical' && (
        <p className={classes.plain}>
          {t('filed.court.login')}{' '}
          {routeAccess('firmAccess', role) !== 'DENY' && <Link to={providers}>{t('nav.providerCredentials')}</Link>}
        </p>
      )}
    </section>
  )
}
