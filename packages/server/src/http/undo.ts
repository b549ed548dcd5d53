import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import { readUndo, takeBack as takeBackCall } from '@courtcrier/contract/calls/undo.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import { takeBackInvitations } from '../auth/undo-invitations.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { takeBackAct } from '../notices/undo/take-back-act.ts'
import { refuseHidden, whatFollowed } from '../notices/undo/what-followed.ts'
import { getUndo, type Undo } from '../records/undo/find-undo.ts'
import { takeBack } from '../records/undo/take-back.ts'
import { serveCall } from './server/serve-call.ts'

type UndoServices = Pick<Services, 'database' | 'secrets' | 'jobs'>

/** Describes a change that can be undone, and undoes it as a whole. */
export function undoRoutes(api: FastifyInstance, { database, secrets, jobs }: UndoServices): void {
  serveCall(api, readUndo, async ({ params, request }) => {
    const caller = callerOf(request)
    return withFirm(database, caller.firmId, async (trx) => {
      const undo = await getUndo(trx, { id: params.id, caller })
      if (!isAct(undo)) return told(undo, undefined)
      await refuseHidden(trx, { caller, undo })
      return told(undo, await whatFollowed(trx, { caller, undo }))
    })
  })
  serveCall(api, takeBackCall, ({ params, request }) => {
    const caller = callerOf(request)
    return withFirmWrite(database, caller.firmId, async (trx) => {
      const undo = await getUndo(trx, { id: params.id, caller })
      const { done, refused, outcomes } = await howToTakeBack(undo)(trx, {
        ...{ undo, caller, box: secrets, jobs },
        now: new Date(),
      })
      return { done, refused, outcomes }
    })
  })
}

function howToTakeBack(undo: Undo) {
  if (undo.kind === 'invite') return takeBackInvitations
  return isAct(undo) ? takeBackAct : takeBack
}

/** Whether it is about what a person decided about notices, which the pipeline goes on from. */
function isAct({ resource }: Undo): boolean {
  return resource.name === inboxItem.name
}

function told(undo: Undo, followed: string | undefined): AnswerOf<typeof readUndo> {
  return {
    id: undo.id,
    entity: undo.resource.name,
    kind: undo.kind,
    count: undo.count,
    remaining: undo.remaining,
    createdAt: undo.createdAt.toISOString(),
    userId: undo.userId,
    expiresAt: undo.expiresAt.toISOString(),
    isExpired: undo.isExpired,
    undoneAt: undo.undoneAt?.toISOString() ?? null,
    undoneBy: undo.undoneBy,
    followed: followed ?? null,
  }
}
