import { subjectAccess } from '@courtcrier/contract/access.ts'
import { actOnTracking, readTracking, type Tracking } from '@courtcrier/contract/calls/tracking.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { type CourtCase, courtCase } from '@courtcrier/contract/resources/case.ts'
import { allowedActions, trackingActions } from '@courtcrier/contract/tracking.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { actOnTracking as act, type TrackingDeps } from '../outbox/tracking/act.ts'
import { whyNotTracked } from '../outbox/tracking/entitlement.ts'
import { listOrders } from '../outbox/tracking/orders.ts'
import { findProvider, type TrackingProvider, trackingProviders } from '../outbox/tracking/provider.ts'
import type { Caller } from '../records/caller.ts'
import { getRow } from '../records/read-row.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/**
 * Tracks a case in the court's records and retrieves its documents. Both cost money, so only after the user accepts the
 * amount.
 */
export function trackingRoutes(
  api: FastifyInstance,
  services: Pick<Services, 'database' | 'config' | 'secrets'>,
  providers: readonly TrackingProvider[] = trackingProviders,
): void {
  const deps: TrackingDeps = { ...services, providers }
  serveCall(api, readTracking, async ({ params, request }) =>
    trackingOf(deps, request, { caller: demand(request, courtCase, 'READ'), caseId: params.id }),
  )
  for (const action of trackingActions) {
    serveCall(api, actOnTracking(action), async ({ params, body, request }) => {
      const caller = demand(request, courtCase, 'FULL')
      refuseHidden(caller)
      const wish = { caller, host: request.hostname, caseId: params.id, action, agreed: body.agreed ?? {} }
      await act(deps, wish)
      return trackingOf(deps, request, wish)
    })
  }
}

async function trackingOf(
  { database, config, providers }: TrackingDeps,
  request: FastifyRequest,
  { caller, caseId }: { caller: Caller; caseId: string },
): Promise<Tracking> {
  refuseHidden(caller)
  const { firmId } = caller
  const provider = await findProvider(providers, firmId)
  return withFirm(database, firmId, async (trx) => {
    const row = (await getRow(trx, courtCase, { ...caller, id: caseId })) as unknown as CourtCase
    const why = await whyNotTracked(trx, { firmId, host: request.hostname, config })
    const state = { tracking: row.trackingStatus, retrieval: row.retrievalStatus }
    const mayAct =
      why === undefined && provider !== undefined && subjectAccess(courtCase.subject, caller.role) === 'FULL'
    return {
      trackingStatus: row.trackingStatus,
      retrievalStatus: row.retrievalStatus,
      cents: row.trackingCents,
      changedAt: row.trackingChangedAt,
      isOn: why === undefined,
      whyNot: why ?? null,
      provider: provider?.name ?? null,
      terms: { ...config.trackingTerms, currency: 'USD' },
      allowed: mayAct ? allowedActions(state) : [],
      orders: (await listOrders(trx, { firmId, caseId })).map((order) => ({
        ...order,
        at: new Date(order.at).toISOString(),
      })),
    }
  })
}

/** Throws `forbidden` for a role that may not see the tracking status: it may neither read nor act. */
function refuseHidden({ role }: Caller): void {
  const isHidden = ['trackingStatus', 'retrievalStatus', 'trackingCents', 'trackingChangedAt'].some(
    (key) => fieldAccess(courtCase, key, role) === 'DENY',
  )
  if (isHidden) throw new ApiError('forbidden')
}
