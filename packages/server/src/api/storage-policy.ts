import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField } from '@courtcrier/contract/resource.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../db/firm-transaction.ts'
import type { Services } from '../services.ts'
import { previewPolicy } from '../storage/preview-policy.ts'
import { readObject } from './negotiation.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { readText } from './read-texts.ts'
import { demand } from './resources.ts'

/** Where a policy that is being written would put the latest documents. */
export function storagePolicyRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.post('/storage_policy/preview', { config: { operation, worksWhileViewing: true } }, async (request) => {
    const caller = demand(request, storagePolicy, 'READ')
    const body = readObject(request)
    const draft = {
      documentPath: readText(body, storagePolicy, 'documentPath'),
      documentName: readText(body, storagePolicy, 'documentName'),
      documentProperties: readValue<Readonly<Record<string, string>>>(body, 'documentProperties') ?? {},
      dmsCredentialId: readValue<string>(body, 'dmsCredentialId'),
    }
    return withFirm(database, caller.firmId, (trx) => previewPolicy(trx, caller, draft))
  })
}

/** What a field of the policy holds so far; undefined while nothing is chosen. */
function readValue<T>(body: AnyRow, name: string): T | undefined {
  const value = body[snakeCase(name)]
  const field = findField(storagePolicy, name)
  if (field === undefined || isEmptyValue(value)) return undefined
  const checked = validateValue(field, value)
  if ('code' in checked) throw new ApiError('invalid_input', { problems: [{ field: name, code: checked.code }] })
  return checked.value as T
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
  refusals: [400, 403],
}
