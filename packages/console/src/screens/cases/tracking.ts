import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import {
  chargedBy,
  type RetrievalStatus,
  type TrackingAction,
  type TrackingStatus,
  type TrackingTerms,
} from '@courtcrier/contract/tracking.ts'
import { apiGet, apiSend } from '../../session/api.ts'

export interface TrackingOrder {
  id: string
  at: string
  action: TrackingAction
  status: 'asked' | 'done' | 'refused'
  sentence: string | null
}

/** How a case is followed, what that costs, and what can be done now. */
export interface Tracking {
  trackingStatus: TrackingStatus
  retrievalStatus: RetrievalStatus
  cents: number | null
  changedAt: string | null
  isOn: boolean
  whyNot: string | null
  provider: string | null
  terms: TrackingTerms
  allowed: readonly TrackingAction[]
  orders: readonly TrackingOrder[]
}

/** Below the case's key, so that a change of any case has it asked for again. */
export const trackingKey = (id: string) => [courtCase.name, 'tracking', id] as const

export async function fetchTracking(id: string, signal?: AbortSignal): Promise<Tracking> {
  return trackingFrom(await apiGet<AnyRow>(pathOf(id), { signal }))
}

/** Does it, with the amounts that were shown: the server refuses when they are others by now. */
export async function actOnTracking(id: string, action: TrackingAction, shown: TrackingTerms): Promise<Tracking> {
  const amounts = { monthlyFee: ['monthly_fee', shown.monthlyFee], documentCost: ['document_cost', shown.documentCost] }
  const agreed = Object.fromEntries(chargedBy[action].map((name) => amounts[name]))
  return trackingFrom(await apiSend<AnyRow>('POST', `${pathOf(id)}/${action}`, { agreed }))
}

function pathOf(id: string): string {
  return `/api/v1/${courtCase.name}/${encodeURIComponent(id)}/tracking`
}

function trackingFrom(json: AnyRow): Tracking {
  const { terms, orders, ...rest } = rowFromJson(json)
  return {
    ...(rest as unknown as Omit<Tracking, 'terms' | 'orders'>),
    terms: rowFromJson(terms as AnyRow) as unknown as TrackingTerms,
    orders: (orders as AnyRow[]).map((order) => rowFromJson(order) as unknown as TrackingOrder),
  }
}
