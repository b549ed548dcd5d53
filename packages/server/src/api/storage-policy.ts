import { ApiError } from '@courtcrier/contract/errors.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../db/firm-transaction.ts'
import type { Services } from '../services.ts'
import { previewPolicy } from '../storage/preview-policy.ts'
import { readObject } from './negotiation.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { demand } from './resources.ts'

/** Where a policy that is being written would put the latest documents. */
export function storagePolicyRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.post('/storage_policy/preview', { config: { operation, worksWhileViewing: true } }, async (request) => {
    const caller = demand(request, storagePolicy, 'READ')
    const body = readObject(request)
    const templates = { documentPath: textOf(body, 'documentPath'), documentName: textOf(body, 'documentName') }
    return withFirm(database, caller.firmId, (trx) => previewPolicy(trx, caller, templates))
  })
}

function textOf(body: Readonly<Record<string, unknown>>, field: 'documentPath' | 'documentName'): string {
  const value = body[snakeCase(field)] ?? ''
  const max = findField(storagePolicy, field)?.max ?? 1000
  if (typeof value !== 'string') throw new ApiError('invalid_input', { problems: [{ field, code: 'not_text' }] })
  if (value.length > max) throw new ApiError('invalid_input', { problems: [{ field, code: `too_long:${max}` }] })
  return value
}

const operation: Operation = {
  tag: storagePolicy.label[1],
  summary: 'Where templates of a storage policy would put the latest documents, and what stores would refuse of that',
  body: jsonContent(objectSchema({ document_path: textSchema, document_name: textSchema })),
  answer: jsonContent(
    objectSchema({
      problems: { type: 'array', items: objectSchema({ field: textSchema, message: textSchema }) },
      samples: {
        type: 'array',
        items: objectSchema({ title: textSchema, path: textSchema, warnings: { type: 'array', items: textSchema } }),
      },
    }),
  ),
  refusals: [400, 403],
}
