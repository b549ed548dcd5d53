import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { getUndo, type Undo } from '../undo/find-undo.ts'
import { takeBack } from '../undo/take-back.ts'
import { undoOperations } from './undo-operations.ts'

/** What a change did, and taking it back as a whole. */
export function undoRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const { read, run } = undoOperations
  api.get<{ Params: { id: string } }>('/undo/:id', { config: { operation: read } }, async (request) => {
    const caller = callerOf(request)
    return undoJson(await withFirm(database, caller.firmId, (trx) => getUndo(trx, { id: request.params.id, caller })))
  })
  api.post<{ Params: { id: string } }>('/undo/:id', { config: { operation: run } }, (request) => {
    const caller = callerOf(request)
    return withFirm(database, caller.firmId, async (trx) => {
      const undo = await getUndo(trx, { id: request.params.id, caller })
      const { done, refused, outcomes } = await takeBack(trx, { undo, caller })
      return { done, refused, outcomes }
    })
  })
}

function undoJson(undo: Undo): AnyRow {
  return {
    id: undo.id,
    entity: undo.resource.name,
    kind: undo.kind,
    count: undo.count,
    remaining: undo.remaining,
    created_at: undo.createdAt.toISOString(),
    user_id: undo.userId,
    expires_at: undo.expiresAt.toISOString(),
    is_expired: undo.isExpired,
    undone_at: undo.undoneAt?.toISOString() ?? null,
    undone_by: undo.undoneBy,
  }
}
