import { routeAccess } from '@courtcrier/contract/access.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import type { TrackingAction } from '@courtcrier/contract/tracking.ts'
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { useTitleOf } from '../../session/titles.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingFields } from '../../ui/Loading.tsx'
import { TrackingFacts } from './TrackingFacts.tsx'
import { TrackingQuestion } from './TrackingQuestion.tsx'
import './text.ts'
import classes from './tracking.module.css'
import { fetchTracking, type Tracking, trackingKey } from './tracking.ts'

interface TrackingDialogProps {
  id: string
  onClose: () => void
}

/** Where the tracking of a case stands, and what can be done: each act is asked about with what it costs. */
export default function TrackingDialog({ id, onClose }: TrackingDialogProps) {
  const { t } = useTranslation()
  const { data: name } = useTitleOf(courtCase.name, id)
  const [asked, setAsked] = useState<TrackingAction>()
  const { data, error, refetch } = useQuery({
    queryKey: trackingKey(id),
    queryFn: ({ signal }) => fetchTracking(id, signal),
  })
  const title = asked ? t(`tracking.ask.${asked}.title`) : t('tracking.title', { name: name ?? '' })
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('tracking.close') }}
      returnFocus
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingFields count={3} />}
      {data && asked && (
        <TrackingQuestion
          key={asked}
          id={id}
          name={name ?? ''}
          action={asked}
          tracking={data}
          onEnd={() => setAsked(undefined)}
        />
      )}
      {data && !asked && <State tracking={data} onAsk={setAsked} />}
    </Modal>
  )
}

function State({ tracking, onAsk }: { tracking: Tracking; onAsk: (action: TrackingAction) => void }) {
  const { t } = useTranslation()
  const { isOn, whyNot, provider, allowed } = tracking
  return (
    <>
      <TrackingFacts tracking={tracking} />
      {whyNot && <p className={classes.note}>{whyNot}</p>}
      {isOn && !provider && <NoProvider />}
      {isOn && allowed.length === 0 && <p className={classes.note}>{t('tracking.readOnly')}</p>}
      <div className={classes.buttons}>
        {allowed.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 ? 'filled' : 'default'}
            data-autofocus={index === 0 || undefined}
            onClick={() => onAsk(action)}
          >
            {t(`tracking.act.${action}`)}
          </Button>
        ))}
      </div>
    </>
  )
}

function NoProvider() {
  const { t } = useTranslation()
  const mayOpen = routeAccess('firmAccess', useRole()) !== 'DENY'
  return (
    <p className={classes.note}>
      {t('tracking.noProvider')} {mayOpen && <Link to="/provider-credentials">{t('tracking.toProviders')}</Link>}
    </p>
  )
}
