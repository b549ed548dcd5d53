import { ApiError } from '@courtcrier/contract/errors.ts'
import { type CourtCase, courtCase } from '@courtcrier/contract/resources/case.ts'
import { chargedBy, type TrackingAction, type TrackingTerms, trackingAfter } from '@courtcrier/contract/tracking.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import type { Services } from '../../base/services.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { getRow } from '../../records/read-row.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { refuseUntracked } from './entitlement.ts'
import { beginOrder, endOrder } from './orders.ts'
import { findProvider, type ProviderAnswer, type TrackingProvider } from './provider.ts'

export interface TrackingDeps extends Pick<Services, 'database' | 'config' | 'secrets'> {
  providers: readonly TrackingProvider[]
}

export interface Act {
  caller: Caller
  host: string
  caseId: string
  action: TrackingAction
  /** The amounts that a person was shown and agreed to. */
  agreed: Partial<TrackingTerms>
}

/**
 * Carries out a person's tracking request for a case. Nothing is ordered unless the person agreed to what it costs now,
 * and no network is used inside a transaction: the order is recorded, placed, and its result recorded.
 */
export async function actOnTracking(deps: TrackingDeps, act: Act): Promise<void> {
  const { database, config } = deps
  const { caller, action, host } = act
  const { firmId } = caller
  const row = await withFirm(database, firmId, async (trx) => {
    await refuseUntracked(trx, { firmId, host, config })
    const found = await getCase(trx, act)
    refuseState(found, action)
    return found
  })
  refuseUnnamed(act)
  if (!isAgreed(act, config.trackingTerms)) return refuse(deps, act, { row, refusal: new ApiError('amount_changed') })
  const provider = await findProvider(deps.providers, firmId)
  if (!provider) return refuse(deps, act, { row, refusal: new ApiError('no_provider') })
  const order = await withFirmWrite(database, firmId, (trx) => begin(trx, act))
  const answer = await provider.order({ ...order, firmId, action })
  await withFirmWrite(database, firmId, (trx) => end(trx, act, { orderId: order.id, answer, box: deps.secrets }))
  if ('refused' in answer) throw new ApiError('wrong_state', { sentence: `${provider.name}: ${answer.refused}` })
}

async function getCase(trx: Trx, { caller, caseId }: Act, isLocked = false): Promise<CourtCase> {
  return (await getRow(trx, courtCase, { ...caller, id: caseId, isLocked })) as unknown as CourtCase
}

function refuseState(row: CourtCase, action: TrackingAction): void {
  if (nextStatus(row, action) === undefined) throw new ApiError('wrong_state', { sentence: whyNot[action] })
}

function nextStatus({ trackingStatus, retrievalStatus }: CourtCase, action: TrackingAction) {
  return trackingAfter(action, { tracking: trackingStatus, retrieval: retrievalStatus })
}

const whyNot: Readonly<Record<TrackingAction, string>> = {
  subscribe: 'This case is already tracked, or its tracking was stopped.',
  stop: 'This case is not tracked.',
  resume: 'Tracking of this case was not stopped.',
  unsubscribe: 'This case is not tracked.',
  retrieve: 'Documents of this case are already being retrieved.',
}

/** A confirmation must name each amount; an unknown amount is null. */
function refuseUnnamed({ action, agreed }: Act): void {
  const missing = chargedBy[action].filter((name) => agreed[name] === undefined)
  if (missing.length === 0) return
  throw new ApiError('invalid_input', { problems: missing.map((field) => ({ field, code: 'required' })) })
}

function isAgreed({ action, agreed }: Act, terms: TrackingTerms): boolean {
  return chargedBy[action].every((name) => agreed[name] === terms[name])
}

/** A refused request is logged too: someone agreed to an amount. */
async function refuse(
  { database }: TrackingDeps,
  act: Act,
  { row, refusal }: { row: CourtCase; refusal: ApiError },
): Promise<never> {
  await withFirmWrite(database, act.caller.firmId, (trx) => recordRefusal(trx, act, { row, why: refusal.message }))
  throw refusal
}

async function recordRefusal(trx: Trx, act: Act, { row, why }: { row: CourtCase; why: string }): Promise<void> {
  await recordEvent(trx, {
    ...eventOf(act, row),
    level: 'WARNING',
    type: 'other',
    action: 'tracking_refused',
    sentence: `${act.caller.user.fullName} asked to ${act.action} case tracking of ${row.name}. ${why}`,
    facts: { act: act.action, why, ...amountsOf(act) },
  })
}

function eventOf({ caller }: Act, row: CourtCase) {
  return {
    firmId: caller.firmId,
    userId: caller.userId,
    entity: courtCase.name,
    entityId: row.id,
    recordTitle: row.name,
  }
}

/** The agreed amounts, as people read them; empty where the contract applies. */
function amountsOf({ action, agreed }: Act): Record<string, string> {
  const named = chargedBy[action]
  const text = (amount: string | null | undefined) => (amount ? `$${amount}` : '')
  return {
    ...(named.includes('monthlyFee') ? { fee: text(agreed.monthlyFee) } : {}),
    ...(named.includes('documentCost') ? { cost: text(agreed.documentCost) } : {}),
  }
}

async function begin(trx: Trx, act: Act) {
  const { caller, action, caseId } = act
  const { firmId, userId } = caller
  const row = await getCase(trx, act, true)
  refuseState(row, action)
  const agreed = { monthlyFee: null, documentCost: null, ...act.agreed }
  const id = await beginOrder(trx, { firmId, userId, caseId, action, agreed })
  const { rows } = await sql<{ courtIds: string[] }>`
    select ecfx_jurisdiction_ids as "courtIds" from jurisdictions
    where firm_id = ${firmId} and id = ${row.jurisdictionId}::uuid`.execute(trx)
  const { name, caseNumber, uniqueKey } = row
  return { id, agreed, case: { id: caseId, name, caseNumber, uniqueKey, courtIds: rows[0]?.courtIds ?? [] } }
}

async function end(
  trx: Trx,
  act: Act,
  { orderId, answer, box }: { orderId: string; answer: ProviderAnswer; box: SecretBox },
): Promise<void> {
  const { caller, action } = act
  const { firmId } = caller
  const before = await getCase(trx, act, true)
  if ('refused' in answer) {
    const isNews = await endOrder(trx, { firmId, id: orderId }, { status: 'refused', sentence: answer.refused })
    return isNews ? recordRefusal(trx, act, { row: before, why: answer.refused }) : undefined
  }
  if (!(await endOrder(trx, { firmId, id: orderId }, { status: 'done' }))) return
  const set = {
    trackingStatus: nextStatus(before, action) ?? before.trackingStatus,
    retrievalStatus: action === 'retrieve' ? 'retrieve_in_progress' : before.retrievalStatus,
    trackingCents: answer.cents ? (before.trackingCents ?? 0) + answer.cents : before.trackingCents,
    trackingChangedAt: new Date().toISOString(),
  }
  const says = (name: string) => ({
    sentence: `${caller.user.fullName} chose "${action}" for the tracking of ${name}.`,
    action: `tracking_${action}` as const,
    facts: amountsOf(act),
  })
  await writeRow(trx, courtCase, { kind: 'update', id: before.id, input: {}, set, says }, { ...caller, box })
}
