/** Whether the court's records of a case are followed: at a monthly fee, until somebody stops it. */
export const trackingStatuses = ['not_subscribed', 'subscribed', 'stopped'] as const
export type TrackingStatus = (typeof trackingStatuses)[number]

/** What became of the last look into the court's records (specification, section 4). */
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

/** What is charged, as amounts in US dollars such as `25.00`; null where only the contract with the provider says. */
export interface TrackingTerms {
  monthlyFee: string | null
  documentCost: string | null
}

/** Which amounts a person says yes to with each act; those that cost nothing name none. */
export const chargedBy: Readonly<Record<TrackingAction, readonly (keyof TrackingTerms)[]>> = {
  subscribe: ['monthlyFee', 'documentCost'],
  stop: [],
  resume: ['monthlyFee', 'documentCost'],
  unsubscribe: [],
  retrieve: ['documentCost'],
}

/** What each act makes of the tracking of a case; retrieving leaves it as it is. */
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

/** What an act makes of the tracking; undefined when it cannot be done as things stand. */
export function trackingAfter(
  action: TrackingAction,
  { tracking, retrieval }: TrackingState,
): TrackingStatus | undefined {
  const isBusy = retrieval === 'retrieve_in_progress' || retrieval === 'updating'
  return action === 'retrieve' && isBusy ? undefined : moves[action][tracking]
}

/** The acts that can be done as things stand. */
export function allowedActions(state: TrackingState): TrackingAction[] {
  return trackingActions.filter((action) => trackingAfter(action, state) !== undefined)
}
