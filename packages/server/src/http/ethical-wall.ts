import { previewWall as previewWallCall } from '@courtcrier/contract/calls/walls.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { previewWall } from '../records/walls/preview-wall.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'

/** Shows whom a wall excludes from what, before it is saved and after. */
export function ethicalWallRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const config = { worksWhileViewing: true, rateLimit: previewLimit }
  serveCall(
    api,
    previewWallCall,
    async ({ body, request }) => {
      const scope = demand(request, ethicalWall, 'READ')
      const wall = {
        id: body.id && isUuid(body.id) ? body.id : undefined,
        wallType: body.wallType || String(ethicalWall.fields.wallType?.default),
        matterId: body.matterId ?? undefined,
        clientId: body.clientId ?? undefined,
        timekeeperIds: body.timekeeperIds ?? [],
      }
      return withFirm(database, scope.firmId, (trx) => previewWall(trx, { wall, scope }))
    },
    config,
  )
}
