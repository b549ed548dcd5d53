import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { CourtCase } from '@courtcrier/contract/resources/case.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SelectCell } from '../../fields/select.tsx'
import { choiceLabel } from '../../i18n/labels.ts'
import { withOverlay } from '../../resource/record-address.ts'
import { formatMoney } from './format-money.ts'
import './text.ts'
import classes from './tracking.module.css'
import { retrievalField, trackingField } from './tracking-fields.ts'

/** Shows the state and cost of tracking a case, in its row; opens the actions. */
export default function TrackingCell({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const { id, name, trackingStatus, retrievalStatus, trackingCents } = row as Partial<CourtCase>
  if (!id || !trackingStatus) return null
  const status = choiceLabel(trackingField, trackingStatus)
  const tone = retrievalField.tones?.[retrievalStatus ?? '']
  return (
    <Link
      to="."
      search={withOverlay('tracking', id) as never}
      className={classes.cell}
      preload={false}
      aria-label={t('tracking.openCell', { status, name: name ?? '' })}
    >
      <SelectCell value={trackingStatus} field={trackingField} />
      {Boolean(trackingCents) && <small className="num">{formatMoney(Number(trackingCents) / 100)}</small>}
      {retrievalStatus && (tone === 'busy' || tone === 'bad') && (
        <small>{choiceLabel(retrievalField, retrievalStatus)}</small>
      )}
    </Link>
  )
}
