import type { RetrievalStatus, TrackingStatus } from '@courtcrier/contract/tracking.ts'
import type { Tone } from '../../ui/StatusDot.tsx'

export const trackingTones: Readonly<Record<TrackingStatus, Tone>> = {
  not_subscribed: 'neutral',
  subscribed: 'ok',
  stopped: 'warn',
}

export const retrievalTones: Readonly<Record<RetrievalStatus, Tone>> = {
  none: 'neutral',
  updating: 'busy',
  update_succeeded: 'ok',
  update_failed: 'bad',
  retrieve_succeeded: 'ok',
  retrieve_in_progress: 'busy',
  retrieve_failed: 'bad',
}
