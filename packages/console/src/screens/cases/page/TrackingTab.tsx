import type { TrackingAction } from '@courtcrier/contract/tracking.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { TrackingState } from '../TrackingState.tsx'
import { fetchTracking, trackingKey } from '../tracking.ts'
import classes from './case-page.module.css'

/** Shows how the case is tracked, what it cost to date, and the actions. */
export function TrackingTab({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<TrackingAction>()
  const { data, error, refetch } = useQuery({
    queryKey: trackingKey(id),
    queryFn: ({ signal }) => fetchTracking(id, signal),
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows count={3} />
  return (
    <div className={`${classes.sections} ${classes.narrow}`}>
      <section aria-labelledby="case-tracking">
        <h2 id="case-tracking">{t(asked ? `tracking.ask.${asked}.title` : 'casePage.tabs.tracking')}</h2>
        <TrackingState id={id} name={name} tracking={data} asked={asked} onAsk={setAsked} />
      </section>
    </div>
  )
}
