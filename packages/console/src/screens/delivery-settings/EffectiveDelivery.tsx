import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { apiGet } from '../../session/api.ts'
import classes from './delivery-settings.module.css'
import { type Delivery, SettingTable } from './SettingTable.tsx'
import './text.ts'

/** On a timekeeper's form: the method, cadence and message that hold, with the level that each comes from. */
export default function EffectiveDelivery({ row, isNew }: { row: AnyRow; isNew: boolean }) {
  const { t } = useTranslation()
  const id = String(row.id)
  const delivery = useQuery({
    // Named after what it is made of, so that a change of that is seen here.
    queryKey: ['timekeeper', 'delivery', id],
    enabled: !isNew,
    queryFn: ({ signal }) => apiGet<Delivery>(`/api/v1/timekeeper/${id}/delivery`, { signal }),
  })
  if (isNew) return null
  return (
    <FormPanel title={t('delivery.title')} query={delivery} lines={3}>
      {(found) => (
        <>
          <p className={classes.hint}>{sentenceOf(found)}</p>
          <SettingTable delivery={found} />
        </>
      )}
    </FormPanel>
  )

  function sentenceOf({ timekeeper }: Delivery): string {
    if (timekeeper?.status !== 'Active') return t('delivery.inactive')
    return timekeeper.email ? t('delivery.saveFirst') : t('delivery.noEmail')
  }
}
