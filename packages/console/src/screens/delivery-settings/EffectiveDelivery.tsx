import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiGet } from '../../session/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import classes from './delivery-settings.module.css'
import { type Delivery, SettingTable } from './SettingTable.tsx'
import './text.ts'

/** On a timekeeper's form: the method, cadence and message that hold, with the level that each comes from. */
export default function EffectiveDelivery({ row, isNew }: { row: AnyRow; isNew: boolean }) {
  const { t } = useTranslation()
  const id = String(row.id)
  const { data, error, refetch } = useQuery({
    // Named after what it is made of, so that a change of that is seen here.
    queryKey: ['timekeeper', 'delivery', id],
    enabled: !isNew,
    queryFn: ({ signal }) => apiGet<Delivery>(`/api/v1/timekeeper/${id}/delivery`, { signal }),
  })
  if (isNew) return null
  return (
    <section className={classes.panel} aria-labelledby="effective-delivery">
      <h3 id="effective-delivery">{t('delivery.title')}</h3>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={3} />}
      {data && (
        <>
          <p className={classes.hint}>{sentenceOf(data)}</p>
          <SettingTable delivery={data} />
        </>
      )}
    </section>
  )

  function sentenceOf({ timekeeper }: Delivery): string {
    if (timekeeper?.status !== 'Active') return t('delivery.inactive')
    return timekeeper.email ? t('delivery.saveFirst') : t('delivery.noEmail')
  }
}
