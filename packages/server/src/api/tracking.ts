import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { type CourtCase, courtCase } from '@courtcrier/contract/resources/case.ts'
import { allowedActions, type TrackingTerms, trackingActions } from '@courtcrier/contract/tracking.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { getRow } from '../resources/store.ts'
import { actOnTracking, type TrackingDeps } from '../tracking/act.ts'
import { whyNotTracked } from '../tracking/entitlement.ts'
import { type KeptOrder, listOrders } from '../tracking/orders.ts'
import { findProvider, type TrackingProvider, trackingProviders } from '../tracking/provider.ts'
import { readObject } from './negotiation.ts'
import { demand } from './resources.ts'
import { trackingOperations as operations } from './tracking-operations.ts'

/** Following a case in the court's records, and having its documents retrieved: for money, so only upon a yes to the amount. */
export function trackingRoutes(
  api: FastifyInstance,
  services: Pick<Services, 'database' | 'config'>,
  providers: readonly TrackingProvider[] = trackingProviders,
): void {
  const deps: TrackingDeps = { ...services, providers }
  api.get('/case/:id/tracking', { config: { operation: operations.read } }, async (request) => {
    const caller = demand(request, courtCase, 'READ')
    return trackingJson(deps, request, caller)
  })
  for (const action of trackingActions) {
    const config = { operation: operations.act(action) }
    api.post(`/case/:id/tracking/${action}`, { config }, async (request) => {
      const caller = demand(request, courtCase, 'FULL')
      refuseHidden(caller)
      const agreed = readAgreed(readObject(request))
      await actOnTracking(deps, { caller, host: request.hostname, caseId: idOf(request), action, agreed })
      return trackingJson(deps, request, caller)
    })
  }
}

async function trackingJson(
  { database, config, providers }: TrackingDeps,
  request: FastifyRequest,
  caller: Caller,
): Promise<AnyRow> {
  refuseHidden(caller)
  const { firmId } = caller
  const caseId = idOf(request)
  const provider = await findProvider(providers, firmId)
  return withFirm(database, firmId, async (trx) => {
    const row = (await getRow(trx, courtCase, { ...caller, id: caseId })) as unknown as CourtCase
    const why = await whyNotTracked(trx, { firmId, host: request.hostname, config })
    const state = { tracking: row.trackingStatus, retrieval: row.retrievalStatus }
    const mayAct = why === undefined && subjectAccess(courtCase.subject, caller.role) === 'FULL'
    const { monthlyFee, documentCost } = config.trackingTerms
    return {
      tracking_status: row.trackingStatus,
      retrieval_status: row.retrievalStatus,
      cents: row.trackingCents,
      changed_at: row.trackingChangedAt,
      is_on: why === undefined,
      why_not: why ?? null,
      provider: provider?.name ?? null,
      terms: { monthly_fee: monthlyFee, document_cost: documentCost, currency: 'USD' },
      allowed: mayAct ? allowedActions(state) : [],
      orders: (await listOrders(trx, { firmId, caseId })).map(orderJson),
    }
  })
}

function orderJson({ id, at, action, monthlyFee, documentCost, userId, status, sentence }: KeptOrder): AnyRow {
  const amounts = { monthly_fee: monthlyFee, document_cost: documentCost }
  return { id, at: new Date(at).toISOString(), action, ...amounts, user_id: userId, status, sentence }
}

/** Whoever may not see where the tracking stands neither asks nor acts. */
function refuseHidden({ role }: Caller): void {
  const isHidden = ['trackingStatus', 'retrievalStatus', 'trackingCents', 'trackingChangedAt'].some(
    (key) => fieldAccess(courtCase, key, role) === 'DENY',
  )
  if (isHidden) throw new ApiError('forbidden')
}

function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new ApiError('not_found')
  return id
}

const names = { monthly_fee: 'monthlyFee', document_cost: 'documentCost' } as const

/** The amounts of a yes: `{"agreed": {"monthly_fee": "25.00", "document_cost": null}}`. */
function readAgreed({ agreed, ...others }: AnyRow): Partial<TrackingTerms> {
  const isObject = typeof agreed === 'object' && agreed !== null && !Array.isArray(agreed)
  const given = Object.entries(isObject ? agreed : {})
  const problems: Problem[] = [
    ...Object.keys(others).map((field) => ({ field, code: 'unknown_field' })),
    ...(isObject || agreed === undefined ? [] : [{ field: 'agreed', code: 'not_map' }]),
    ...given.flatMap(([field, value]) => {
      if (!Object.hasOwn(names, field)) return [{ field, code: 'unknown_field' }]
      return value === null || typeof value === 'string' ? [] : [{ field, code: 'not_text' }]
    }),
  ]
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return Object.fromEntries(given.map(([field, value]) => [names[field as keyof typeof names], value]))
}
