import type { EffectiveDelivery as Delivery } from '@courtcrier/contract/calls/settings.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import './text.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'

type Setting = Delivery['settings'][number]

/** Shows a timekeeper's effective settings, and where each comes from. */
export function SettingTable({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  return (
    <PlainTable heads={[t('delivery.setting'), t('delivery.value'), t('delivery.from')]}>
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
    </PlainTable>
  )
}

function shownValue({ name, value }: Setting, { time_zone: zone }: Delivery, t: TFunction): string {
  if (name === 'template') return value ?? t('delivery.productTemplate')
  if (name === 'time') return t('delivery.timeIn', { time: value ?? '', zone })
  const field = findField(timekeeperGroup, name === 'method' ? 'deliveryMethod' : 'notificationCadence')
  return field ? choiceLabel(field, value ?? '') : ''
}
