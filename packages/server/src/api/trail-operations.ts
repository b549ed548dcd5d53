import type { Resource } from '@courtcrier/contract/resource.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { rowSchema } from './openapi-schemas.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const trail = objectSchema({
  filing: { anyOf: [rowSchema(envelope), { type: 'null' }] },
  documents: { type: 'array', items: { $ref: '#/components/schemas/Document' } },
  lines: {
    type: 'array',
    items: objectSchema(
      {
        kind: { type: 'string', enum: ['received', 'history', 'delivery', 'copy', 'event'] },
        at: { type: 'string', format: 'date-time' },
        item: { $ref: '#/components/schemas/InboxItem' },
        step: objectSchema({ id: textSchema, stage: textSchema, outcome: textSchema, sentence: textSchema }),
        delivery: { $ref: '#/components/schemas/Delivery' },
        copy: { $ref: '#/components/schemas/DocumentCopy' },
        event: { $ref: '#/components/schemas/SystemEvent' },
      },
      ['item', 'step', 'delivery', 'copy', 'event'],
    ),
  },
})

/** What openapi.json says of following a notice from one of its records. */
export function trailOperation(start: Resource): Operation {
  const summary = `A notice from end to end, found by one of the ${start.label[1].toLowerCase()}: mail, steps, deliveries, copies and events in the order of time, without what the role may not see`
  return { tag: 'Inbox', summary, answer: jsonContent(trail), refusals: [403, 404] }
}
