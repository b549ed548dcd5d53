import type { TrackingAction, TrackingTerms } from '@courtcrier/contract/tracking.ts'

/** An order to a provider of court records. */
export interface TrackingOrder {
  /** The provider carries out an order with the same ID once, however often it is sent. */
  id: string
  firmId: number
  action: TrackingAction
  case: { id: string; name: string; caseNumber: string; uniqueKey: string | null; courtIds: readonly string[] }
  /** The amounts a person agreed to; null where the contract applies. Nothing more may be charged. */
  agreed: TrackingTerms
}

/** The result of an order; `cents` is its cost, if the provider states it right away. */
export type ProviderAnswer = { done: true; cents?: number } | { refused: string }

/** A service that tracks cases in court records and retrieves their documents for a fee. */
export interface TrackingProvider {
  name: string
  /** Whether a firm has what the provider needs, such as its credentials. */
  isConfigured: (firmId: number) => Promise<boolean>
  /** Carries out an order. Throws only if its outcome is unknown: it is then repeated. */
  order: (order: TrackingOrder) => Promise<ProviderAnswer>
}

/** The providers this version has, by preference. */
export const trackingProviders: readonly TrackingProvider[] = []

/** Returns the provider that serves a firm. */
export async function findProvider(
  providers: readonly TrackingProvider[],
  firmId: number,
): Promise<TrackingProvider | undefined> {
  for (const provider of providers) if (await provider.isConfigured(firmId)) return provider
  return undefined
}
