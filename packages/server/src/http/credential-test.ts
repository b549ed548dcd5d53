import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { testStepNames, testStepStates } from '@courtcrier/contract/credential-test.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { messageOf, type Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { testCredential } from '../stores/test-credential.ts'
import { testDraft } from '../stores/test-draft.ts'
import { rowContent } from './openapi/openapi-schemas.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './openapi/operation.ts'
import { demand } from './resources.ts'
import { readInput } from './server/negotiation.ts'

/**
 * Tests a credential of any kind, saved or as it would be once it is saved. Anyone who may change it may test it: the
 * test writes to the DMS it leads to.
 */
export function credentialTestRoutes(
  api: FastifyInstance,
  services: Pick<Services, 'database' | 'stores' | 'secrets'>,
): void {
  for (const kind of credentialKinds) {
    const resource = getResource(kind)
    api.post(`/${kind}/test`, { config: { operation: draftOperation(resource) } }, async (request) => {
      const caller = demand(request, resource, 'FULL')
      const input = readInput(request, resource)
      return testDraft(services, { caller, resource, change: { kind: 'create', input } })
    })
    api.post(`/${kind}/:id/test`, { config: { operation: operationOf(resource) } }, async (request) => {
      const caller = demand(request, resource, 'FULL')
      const { id } = request.params as { id: string }
      if (!isUuid(id)) throw new ApiError('not_found')
      if (request.body === undefined || request.body === null) return testCredential(services, { caller, resource, id })
      const input = readInput(request, resource)
      return testDraft(services, { caller, resource, change: { kind: 'update', id, input } })
    })
  }
}

const step = objectSchema({
  step: { type: 'string', enum: testStepNames },
  state: { type: 'string', enum: testStepStates },
  sentence: { ...textSchema, description: 'What happened, and what to do if it failed' },
})

const answer = jsonContent(
  objectSchema({
    ok: { type: 'boolean' },
    steps: { type: 'array', items: step },
    sentence: textSchema,
    checked_at: { type: 'string', format: 'date-time' },
  }),
)

function operationOf(resource: Resource): Operation {
  return {
    tag: resource.label[1],
    summary:
      'Test a credential: connect, create a folder, write, read, link and delete, in that order, and then look up what storage policies save with it; with a body, as it would be with these changes, which are not saved',
    body: rowContent(resource),
    mayBeEmpty: true,
    answer,
    refusals: [400, 403, 404],
  }
}

function draftOperation(resource: Resource): Operation {
  return {
    tag: resource.label[1],
    summary: 'Test a new credential in the same way, without saving it',
    body: { ...rowContent(resource), ...jsonContent({ $ref: `#/components/schemas/New${messageOf(resource)}` }) },
    answer,
    refusals: [400, 403],
  }
}
