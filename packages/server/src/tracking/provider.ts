import type { TrackingAction, TrackingTerms } from '@courtcrier/contract/tracking.ts'

/** What is asked of a provider of court records. */
export interface TrackingOrder {
  /** The provider does an order of the same id once, however often it is asked. */
  id: string
  firmId: number
  action: TrackingAction
  case: { id: string; name: string; caseNumber: string; uniqueKey: string | null; courtIds: readonly string[] }
  /** What a person agreed to; null where the contract says. Nothing beyond it may be charged. */
  agreed: TrackingTerms
}

/** What became of an order; `cents` is what it costs, as far as the provider says so at once. */
export type ProviderAnswer = { done: true; cents?: number } | { refused: string }

/** Who follows cases in the courts' records and fetches their documents for money. */
export interface TrackingProvider {
  name: string
  /** Whether a firm has what it needs to be served, such as its credentials. */
  isConfigured: (firmId: number) => Promise<boolean>
  /** Carries out an order. Throws only when nobody knows whether it was carried out: it is then asked again. */
  order: (order: TrackingOrder) => Promise<ProviderAnswer>
}

/** The providers this version has, by preference. */
export const trackingProviders: readonly TrackingProvider[] = []

/** The provider that serves a firm. */
export async function findProvider(
  providers: readonly TrackingProvider[],
  firmId: number,
): Promise<TrackingProvider | undefined> {
  for (const provider of providers) if (await provider.isConfigured(firmId)) return provider
  return undefined
}
