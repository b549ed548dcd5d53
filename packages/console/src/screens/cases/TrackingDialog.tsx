import { courtCase } from '@courtcrier/contract/resources/case.ts'
import type { TrackingAction } from '@courtcrier/contract/tracking.ts'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitleOf } from '../../session/titles.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingFields } from '../../ui/Loading.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { TrackingState } from './TrackingState.tsx'
import './text.ts'
import { fetchTracking, trackingKey } from './tracking.ts'

interface TrackingDialogProps {
  id: string
  onClose: () => void
}

/** Shows the state of tracking a case, and its actions: each is confirmed with its cost. */
export default function TrackingDialog({ id, onClose }: TrackingDialogProps) {
  const { t } = useTranslation()
  useFocusBack()
  const { data: name } = useTitleOf(courtCase.name, id)
  const [asked, setAsked] = useState<TrackingAction>()
  const { data, error, refetch } = useQuery({
    queryKey: trackingKey(id),
    queryFn: ({ signal }) => fetchTracking(id, signal),
  })
  const title = asked ? t(`tracking.ask.${asked}.title`) : t('tracking.title', { name: name ?? '' })
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('tracking.close') }}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingFields count={3} />}
      {data && <TrackingState id={id} name={name ?? ''} tracking={data} asked={asked} onAsk={setAsked} />}
    </Modal>
  )
}
