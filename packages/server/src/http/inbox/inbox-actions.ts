import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import { actOnItem, type ItemActName } from '@courtcrier/contract/calls/inbox.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { continueAddressed } from '../../notices/continue.ts'
import { type Answered, chooseCase, chooseCourt, ignoreItsCase } from '../../notices/fixes.ts'
import type { ActionTarget } from '../../notices/item-state.ts'
import { keepUndo } from '../../notices/undo/keep-item.ts'
import { uploadDocuments } from '../../notices/upload-documents.ts'
import { recordItemAction } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { getRow, type RowKey, refuseUnseen } from '../../records/read-row.ts'
import { undoable } from '../../records/undo/journal.ts'
import type { Writer } from '../../records/write/change.ts'
import { writeUndoable } from '../../records/write/write-rows.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'
import { demandAct, itemActs } from './inbox-acts.ts'
import { loadInboxView } from './inbox-view.ts'

/** A person's actions on one item; each answers with the updated item. */
export function inboxActionRoutes(api: FastifyInstance, services: Services): void {
  const act = actionRoutes(api, services)
  for (const name of Object.keys(itemActs) as (keyof typeof itemActs)[]) {
    act(name, (trx, { target, body }) => {
      const copyId = body && 'copy_id' in body ? String(body.copy_id) : undefined
      return itemActs[name](trx, { ...target, ...(copyId ? { copyId } : {}) }, services.jobs)
    })
  }
  act('choose-case', async (trx, { target, caller, body }) => {
    const caseId = String(body?.case_id)
    await getReferred(trx, courtCase, { ...caller, id: caseId }, 'case_id')
    await keepUndo(trx, target, await findCreation(trx, { caller, caseId, undoId: body?.creation_undo_id }))
    return chooseCase(trx, services.jobs, { ...target, caseId })
  })
  act('choose-court', (trx, { target, body }) =>
    chooseCourt(trx, services.jobs, { ...target, courtId: String(body?.court_id) }),
  )
  act('upload-documents', (trx, { target, body, request }) => {
    demand(request, courtDocument, 'READ')
    const { documents, despite_stamps } = body as BodyOf<ReturnType<typeof actOnItem<'upload-documents'>>>
    const files = documents.map(({ upload_id, document_id }) => ({ uploadId: upload_id, documentId: document_id }))
    return uploadDocuments(trx, services.jobs, { ...target, files, isDespiteStamps: despite_stamps === true })
  })
  act('assign-timekeeper', (trx, { target, caller, body, request }) => {
    demand(request, courtCase, 'FULL')
    const timekeeperId = String(body?.timekeeper_id)
    const writer = { ...caller, box: services.secrets }
    return continueAddressed(trx, services.jobs, target, (caseId) =>
      assignTimekeeper(trx, writer, { caseId, timekeeperId, target }),
    )
  })
  act('ignore-case', (trx, { target, caller, request }) => {
    demand(request, ignoredCase, 'FULL')
    return ignoreItsCase(trx, services.jobs, target, async (docket) => {
      if (await isIgnoredAlready(trx, caller.firmId, docket)) return
      const writer = { ...caller, box: services.secrets }
      const { undoId } = await writeUndoable(trx, ignoredCase, { kind: 'create', input: docket }, writer)
      await keepUndo(trx, target, undoId)
    })
  })
}

/** Adds a timekeeper to a case, as an edit of the case would. Returns their name. */
async function assignTimekeeper(
  trx: Trx,
  writer: Writer,
  { caseId, timekeeperId, target }: { caseId: string; timekeeperId: string; target: ActionTarget },
): Promise<string> {
  const person = await getReferred(trx, timekeeper, { ...writer, id: timekeeperId }, 'timekeeper_id')
  const { assignedTimekeepers } = await getRow(trx, courtCase, { ...writer, id: caseId, isLocked: true })
  const assigned = [...new Set([...((assignedTimekeepers as readonly string[] | null) ?? []), timekeeperId])]
  const change = { kind: 'update' as const, id: caseId, input: { assignedTimekeepers: assigned } }
  const { undoId } = await writeUndoable(trx, courtCase, change, writer)
  await keepUndo(trx, target, undoId)
  return String(person.fullName)
}

/** Returns the undo of creating this case, if the caller did it just for this. */
async function findCreation(
  trx: Trx,
  { caller, caseId, undoId }: { caller: Caller; caseId: string; undoId: unknown },
): Promise<string | undefined> {
  if (undoId === undefined) return undefined
  const { rows } = await sql<{ id: string }>`
    select u.id from undos u join undo_rows r on r.firm_id = u.firm_id and r.undo_id = u.id
    where u.firm_id = ${caller.firmId}::integer and u.id = ${String(undoId)}::uuid and u.user_id = ${caller.userId}::uuid
      and u.entity = ${courtCase.name} and u.kind = 'create' and u.row_count = 1 and r.row_id = ${caseId}`.execute(trx)
  if (!rows[0]) throw notThere('creation_undo_id')
  return rows[0].id
}

/**
 * Returns whether the case is ignored already. Throws `wrong_state` when it is ignored under conditions that don't hold
 * for this notice.
 */
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
      "This case is already ignored, but under conditions this notice doesn't meet. Change them under Ignored cases."
    throw new ApiError('wrong_state', { sentence })
  }
  return entry !== undefined
}

interface Acting {
  target: ActionTarget
  /** The action's definition. */
  body: AnyRow | undefined
  caller: Caller
  request: FastifyRequest
}

type Action = (trx: Trx, acting: Acting) => Promise<Answered>

/** Whether an action can't be undone whatever follows: the court is asked at once, and may count it. */
function isFinal(name: ItemActName): boolean {
  return name === 'retrieve'
}

function actionRoutes(api: FastifyInstance, services: Services) {
  return (name: ItemActName, run: Action) => {
    serveCall(api, actOnItem(name), async ({ params: { id }, body, request }) => {
      const caller = demandAct(request, name)
      return withFirmWrite(services.database, caller.firmId, async (trx) => {
        await refuseUnseen(trx, inboxItem, { ...caller, id })
        const { firmId, userId } = caller
        const { result, undoId } = await undoable(trx, inboxItem, { firmId, userId, kind: 'update' }, (undo) =>
          run(trx, {
            target: { firmId, userId, itemId: id, sight: caller, ...(isFinal(name) ? {} : { undo }) },
            body,
            caller,
            request,
          }),
        )
        const { siblings } = result
        await recordItemAction(trx, { caller, id, action: name, siblings })
        const view = await loadInboxView(trx, { ...caller, id })
        return { ...view, alsoSettled: siblings, ...(undoId === undefined ? {} : { undoId }) }
      })
    })
  }
}

/** Returns the row a request refers to. Refuses one the caller may not see, as if it didn't exist. */
async function getReferred(trx: Trx, resource: Resource, key: RowKey, field: string): Promise<AnyRow> {
  try {
    return await getRow(trx, resource, key)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw notThere(field)
    throw error
  }
}

function notThere(field: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field, code: 'not_reference' }] })
}
