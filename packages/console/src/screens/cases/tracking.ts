import { actOnTracking as act, readTracking, type Tracking } from '@courtcrier/contract/calls/tracking.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { chargedBy, type TrackingAction, type TrackingTerms } from '@courtcrier/contract/tracking.ts'
import { ask } from '../../session/ask.ts'

/** Under the case's key, so that a change to any case reloads it. */
export const trackingKey = (id: string) => [courtCase.name, 'tracking', id] as const

export function fetchTracking(id: string, signal?: AbortSignal): Promise<Tracking> {
  return ask(readTracking, { id }, { signal })
}

/** Performs the action with the amounts shown: the server refuses if they have changed. */
export function actOnTracking(id: string, action: TrackingAction, shown: TrackingTerms): Promise<Tracking> {
  const agreed = Object.fromEntries(chargedBy[action].map((name) => [name, shown[name]]))
  return ask(act(action), { id, body: { agreed } })
}
