import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findForPolicy, previewPolicy } from '../storage/preview-policy.ts'
import { readObject } from './negotiation.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { previewLimit } from './preview-limit.ts'
import { readText, readValue } from './read-texts.ts'
import { demand } from './resources.ts'

/** Where a policy that is being written would put the latest documents. */
export function storagePolicyRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.post(
    '/storage_policy/preview',
    { config: { operation, worksWhileViewing: true, rateLimit: previewLimit } },
    async (request) => {
      const caller = demand(request, storagePolicy, 'READ')
      const body = readObject(request)
      const draft = {
        documentPath: readText(body, storagePolicy, 'documentPath'),
        documentName: readText(body, storagePolicy, 'documentName'),
        documentProperties:
          readValue<Readonly<Record<string, string>>>(body, storagePolicy, 'documentProperties') ?? {},
        dmsCredentialId: readValue<string>(body, storagePolicy, 'dmsCredentialId'),
      }
      const found = await withFirm(database, caller.firmId, (trx) => findForPolicy(trx, caller, draft))
      return previewPolicy(found, caller, draft)
    },
  )
}

const operation: Operation = {
  tag: storagePolicy.label[1],
  summary: 'Where templates of a storage policy would put the latest documents, and what stores would refuse of that',
  body: jsonContent(
    objectSchema(
      {
        document_path: textSchema,
        document_name: textSchema,
        document_properties: { type: 'object', additionalProperties: textSchema },
        dms_credential_id: textSchema,
      },
      ['document_properties', 'dms_credential_id'],
    ),
  ),
  answer: jsonContent(
    objectSchema({
      problems: { type: 'array', items: objectSchema({ field: textSchema, message: textSchema }) },
      samples: {
        type: 'array',
        items: objectSchema({ title: textSchema, path: textSchema, warnings: { type: 'array', items: textSchema } }),
      },
      warnings: { type: 'array', items: textSchema },
    }),
  ),
  refusals: [400, 403, 429],
}
