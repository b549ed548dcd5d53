import { previewPolicy as previewPolicyCall } from '@courtcrier/contract/calls/previews.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findForPolicy, previewPolicy } from '../outbox/copies/preview-policy.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { serveCall } from './server/serve-call.ts'

/** Shows where a policy that is being written would save the latest documents. */
export function storagePolicyRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const config = { worksWhileViewing: true, rateLimit: previewLimit }
  serveCall(
    api,
    previewPolicyCall,
    async ({ body, request }) => {
      const caller = demand(request, storagePolicy, 'READ')
      const draft = {
        documentPath: body.documentPath ?? '',
        documentName: body.documentName ?? '',
        documentProperties: body.documentProperties ?? {},
        dmsCredentialId: body.dmsCredentialId || undefined,
      }
      const found = await withFirm(database, caller.firmId, (trx) => findForPolicy(trx, caller, draft))
      return previewPolicy(found, caller, draft)
    },
    config,
  )
}
