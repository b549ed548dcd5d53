import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { checkStepNames } from '@courtcrier/contract/credential-test.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { testCredential } from '../stores/test-credential.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './openapi/operation.ts'
import { demand } from './resources.ts'

/** Tests a credential of any kind. Anyone who may change it may test it: the test writes to the DMS it leads to. */
export function credentialTestRoutes(api: FastifyInstance, services: Pick<Services, 'database' | 'stores'>): void {
  for (const kind of credentialKinds) {
    const resource = getResource(kind)
    api.post(`/${kind}/:id/test`, { config: { operation: operationOf(resource) } }, async (request) => {
      const caller = demand(request, resource, 'FULL')
      const { id } = request.params as { id: string }
      if (!isUuid(id)) throw new ApiError('not_found')
      return testCredential(services, { caller, resource, id })
    })
  }
}

const step = objectSchema({
  step: { type: 'string', enum: checkStepNames },
  state: { type: 'string', enum: ['ok', 'failed', 'skipped'] },
  sentence: { ...textSchema, description: 'What happened, and what to do if it failed' },
})

function operationOf(resource: Resource): Operation {
  return {
    tag: resource.label[1],
    summary: 'Test a credential: connect, create a folder, write, read, link and delete, in that order',
    answer: jsonContent(
      objectSchema({
        ok: { type: 'boolean' },
        steps: { type: 'array', items: step },
        sentence: textSchema,
        checked_at: { type: 'string', format: 'date-time' },
      }),
    ),
    refusals: [403, 404],
  }
}
