import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { CourtCase } from '@courtcrier/contract/resources/case.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { withOverlay } from '../../resource/overlay-link.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { formatMoney } from './format-money.ts'
import './text.ts'
import classes from './tracking.module.css'
import { retrievalTones, trackingTones } from './tracking-tone.ts'

/** Where the tracking of a case stands and what it cost, in its row; it opens what can be done. */
export default function TrackingCell({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const { id, name, trackingStatus, retrievalStatus, trackingCents } = row as Partial<CourtCase>
  if (!id || !trackingStatus) return null
  const status = t(`tracking.status.${trackingStatus}`)
  const isRetrieval =
    retrievalStatus && retrievalTones[retrievalStatus] !== 'neutral' && retrievalTones[retrievalStatus] !== 'ok'
  return (
    <Link
      to="."
      search={withOverlay('tracking', id) as never}
      className={classes.cell}
      preload={false}
      aria-label={t('tracking.openCell', { status, name: name ?? '' })}
    >
      <StatusDot tone={trackingTones[trackingStatus]}>{status}</StatusDot>
      {Boolean(trackingCents) && <small className="num">{formatMoney(Number(trackingCents) / 100)}</small>}
      {isRetrieval && <small>{t(`tracking.retrieval.${retrievalStatus}`)}</small>}
    </Link>
  )
}
