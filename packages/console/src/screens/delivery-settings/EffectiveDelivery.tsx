import { type EffectiveDelivery as Delivery, readDelivery } from '@courtcrier/contract/calls/settings.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { ask } from '../../session/ask.ts'
import classes from './delivery-settings.module.css'
import { SettingTable } from './SettingTable.tsx'
import './text.ts'

/** Shows the effective method, frequency and message on a timekeeper's form, with the level each comes from. */
export default function EffectiveDelivery({ row, isNew }: { row: AnyRow; isNew: boolean }) {
  const { t } = useTranslation()
  const id = String(row.id)
  const delivery = useQuery({
    // Named after the resource it is derived from, so that a change to that reloads it.
    queryKey: ['timekeeper', 'delivery', id],
    enabled: !isNew,
    queryFn: ({ signal }) => ask(readDelivery, { id }, { signal }),
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
