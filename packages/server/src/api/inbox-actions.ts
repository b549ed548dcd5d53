import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { type Answered, chooseCase, chooseCourt, ignoreItsCase } from '../pipeline/fixes.ts'
import type { ActionTarget } from '../pipeline/item-state.ts'
import { createRow, refuseUnseen } from '../resources/store.ts'
import { recordChange, recordItemAction } from './audit.ts'
import { demandAct, type ItemActName, itemActs } from './inbox-acts.ts'
import { itemIdOf } from './inbox-item-id.ts'
import { loadInboxView } from './inbox-view.ts'
import { readObject } from './negotiation.ts'
import { demand } from './resources.ts'

/** What a person does with one item; each answers with the item as it is then. */
export function inboxActionRoutes(api: FastifyInstance, services: Services): void {
  const act = actionRoutes(api, services)
  for (const name of Object.keys(itemActs) as ItemActName[]) {
    act(name, async (trx, { target, request }) => {
      await itemActs[name](trx, { ...target, copyId: copyIdOf(name, request) }, services.jobs)
      return undefined
    })
  }
  act('choose-case', async (trx, { target, caller, request }) => {
    const caseId = caseIdOf(request)
    await refuseUnseenCase(trx, caller, caseId)
    return chooseCase(trx, services.jobs, { ...target, caseId })
  })
  act('choose-court', (trx, { target, request }) =>
    chooseCourt(trx, services.jobs, { ...target, courtId: courtIdOf(request) }),
  )
  act('ignore-case', (trx, { target, caller, request }) => {
    demand(request, ignoredCase, 'FULL')
    return ignoreItsCase(trx, services.jobs, target, async (docket) => {
      if (await isIgnoredAlready(trx, caller.firmId, docket)) return
      const row = await createRow(trx, ignoredCase, docket, { ...caller, box: services.secrets })
      await recordChange(trx, { caller, resource: ignoredCase, type: 'object create', row })
    })
  })
}

/** Throws `wrong_state` when the case is ignored under conditions that do not hold for this notice. */
async function isIgnoredAlready(
  trx: Trx,
  firmId: number,
  { caseNumber, ecfxJurisdictionId }: { caseNumber: string; ecfxJurisdictionId: string },
): Promise<boolean> {
  const { rows } = await sql<{ isConditional: boolean }>`
    select coalesce(nullif(ignored_by_status, ''), nullif(ignored_by_email_domain, '')) is not null as "isConditional"
    from ignored_cases where firm_id = ${firmId} and case_number = ${caseNumber}
      and ecfx_jurisdiction_id = ${ecfxJurisdictionId}`.execute(trx)
  const [entry] = rows
  if (entry?.isConditional) {
    const sentence =
      'This case is among the ignored ones, under conditions that this notice does not meet. Change them there.'
    throw new ApiError('wrong_state', { sentence })
  }
  return entry !== undefined
}

interface Acting {
  target: ActionTarget
  caller: Caller
  request: FastifyRequest
}

type Action = (trx: Trx, acting: Acting) => Promise<Answered | undefined>

function actionRoutes(api: FastifyInstance, services: Services) {
  return (name: string, run: Action) => {
    api.post(`/inbox/:id/${name}`, async (request) => {
      const caller = demandAct(request, name)
      const id = itemIdOf(request)
      return withFirm(services.database, caller.firmId, async (trx) => {
        await refuseUnseen(trx, inboxItem, { ...caller, id })
        const target = { firmId: caller.firmId, itemId: id, userId: caller.userId }
        const answered = await run(trx, { target, caller, request })
        const siblings = answered?.siblings ?? 0
        await recordItemAction(trx, { caller, id, action: name, siblings })
        return { ...(await loadInboxView(trx, { ...caller, id })), also_settled: siblings }
      })
    })
  }
}

/** Of what is done to copies: the one that is meant, where it is not all of the item's. */
function copyIdOf(name: ItemActName, { body }: FastifyRequest): string | undefined {
  if (name !== 'cancel-dms' && name !== 'requeue-dms') return undefined
  const id = typeof body === 'object' && body !== null && 'copy_id' in body ? body.copy_id : undefined
  if (id === undefined || (typeof id === 'string' && isUuid(id))) return id
  throw notThere('copy_id')
}

/** A case that the caller may not see is none to choose. */
async function refuseUnseenCase(trx: Trx, caller: Caller, id: string): Promise<void> {
  try {
    await refuseUnseen(trx, courtCase, { ...caller, id })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw notThere('case_id')
    throw error
  }
}

function caseIdOf(request: FastifyRequest): string {
  const { case_id: id } = readObject(request)
  if (typeof id === 'string' && isUuid(id)) return id
  throw new ApiError('invalid_input', { problems: [{ field: 'case_id', code: 'required' }] })
}

function courtIdOf(request: FastifyRequest): string {
  const { court_id: id } = readObject(request)
  if (typeof id === 'string' && id !== '') return id
  throw new ApiError('invalid_input', { problems: [{ field: 'court_id', code: 'required' }] })
}

function notThere(field: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field, code: 'not_reference' }] })
}
