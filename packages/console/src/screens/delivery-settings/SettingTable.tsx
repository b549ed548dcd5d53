import type { EffectiveDelivery as Delivery } from '@courtcrier/contract/calls/settings.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import classes from '../../ui/plain-table.module.css'
import './text.ts'

type Setting = Delivery['settings'][number]

/** Shows a timekeeper's effective settings, and where each comes from. */
export function SettingTable({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('delivery.setting')}</th>
            <th scope="col">{t('delivery.value')}</th>
            <th scope="col">{t('delivery.from')}</th>
          </tr>
        </thead>
        <tbody>
          {delivery.settings.map(({ name, value, level }) => (
            <tr key={name}>
              <th scope="row">{t(`delivery.name.${name}`)}</th>
              <td>{shownValue({ name, value, level }, delivery, t)}</td>
              <td>
                {level === 'timekeeper_group' && delivery.group
                  ? t('delivery.groupNamed', { name: delivery.group.name })
                  : t(`delivery.level.${level}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function shownValue({ name, value }: Setting, { time_zone: zone }: Delivery, t: TFunction): string {
  if (name === 'template') return value ?? t('delivery.productTemplate')
  if (name === 'time') return t('delivery.timeIn', { time: value ?? '', zone })
  const field = findField(timekeeperGroup, name === 'method' ? 'deliveryMethod' : 'notificationCadence')
  return field ? choiceLabel(field, value ?? '') : ''
}
