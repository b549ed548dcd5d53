/** Whether the court's records of a case are tracked: for a monthly fee, until someone stops it. */
export const trackingStatuses = ['not_subscribed', 'subscribed', 'stopped'] as const
export type TrackingStatus = (typeof trackingStatuses)[number]

/** The result of the last retrieval of the court's records (specification, section 4). */
export const retrievalStatuses = [
  'none',
  'updating',
  'update_succeeded',
  'update_failed',
  'retrieve_succeeded',
  'retrieve_in_progress',
  'retrieve_failed',
] as const
export type RetrievalStatus = (typeof retrievalStatuses)[number]

export const trackingActions = ['subscribe', 'stop', 'resume', 'unsubscribe', 'retrieve'] as const
export type TrackingAction = (typeof trackingActions)[number]

/** The charges, as amounts in US dollars such as `25.00`; null if only the contract with the provider states them. */
export interface TrackingTerms {
  monthlyFee: string | null
  documentCost: string | null
}

/** The amounts a user accepts with each action; free actions have none. */
export const chargedBy: Readonly<Record<TrackingAction, readonly (keyof TrackingTerms)[]>> = {
  subscribe: ['monthlyFee', 'documentCost'],
  stop: [],
  resume: ['monthlyFee', 'documentCost'],
  unsubscribe: [],
  retrieve: ['documentCost'],
}

/** The effect of each action on the tracking of a case; retrieving leaves it unchanged. */
const moves: Readonly<Record<TrackingAction, Partial<Record<TrackingStatus, TrackingStatus>>>> = {
  subscribe: { not_subscribed: 'subscribed' },
  stop: { subscribed: 'stopped' },
  resume: { stopped: 'subscribed' },
  unsubscribe: { subscribed: 'not_subscribed', stopped: 'not_subscribed' },
  retrieve: { not_subscribed: 'not_subscribed', subscribed: 'subscribed', stopped: 'stopped' },
}

interface TrackingState {
  tracking: TrackingStatus
  retrieval: RetrievalStatus
}

/** Returns the tracking state after an action; undefined if the action isn't possible in the current state. */
export function trackingAfter(
  action: TrackingAction,
  { tracking, retrieval }: TrackingState,
): TrackingStatus | undefined {
  const isBusy = retrieval === 'retrieve_in_progress' || retrieval === 'updating'
  return action === 'retrieve' && isBusy ? undefined : moves[action][tracking]
}

/** Returns the actions possible in the current state. */
export function allowedActions(state: TrackingState): TrackingAction[] {
  return trackingActions.filter((action) => trackingAfter(action, state) !== undefined)
}
