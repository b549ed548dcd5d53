import { pluralOf } from '@courtcrier/contract/names.ts'
import { pageLimits } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { rowSchema } from './openapi-schemas.ts'
import { binarySchema, jsonContent, type Operation, objectSchema } from './operation.ts'

/** What openapi.json says of the records of one sort that are filed under a matter or a client. */
export function filedOperation(parent: Resource, resource: Resource): Operation {
  const list = objectSchema({ [pluralOf(resource.name)]: { type: 'array', items: rowSchema(resource) } })
  const whole = { type: 'integer', minimum: 0 }
  const [one] = parent.label
  return {
    tag: parent.label[1],
    summary: `${resource.label[1]} under a ${one.toLowerCase()}; the header x-total-count says how many there are`,
    query: {
      max: {
        schema: { ...whole, maximum: pageLimits.max, default: pageLimits.default },
        description: 'Rows of the page',
      },
      offset: { schema: { ...whole, default: 0 }, description: 'Rows before the page' },
    },
    answer: { ...jsonContent(list), 'application/x-protobuf': binarySchema },
    refusals: [400, 403, 404],
  }
}
