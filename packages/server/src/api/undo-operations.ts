import { resources } from '@courtcrier/contract/resources/registry.ts'
import { outcomesSchema } from './openapi-resources.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const tag = 'Undo'
const whole: JsonSchema = { type: 'integer', minimum: 0 }
const time: JsonSchema = { type: 'string', format: 'date-time' }
const maybe = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type as string, 'null'] })

const description = objectSchema({
  id: textSchema,
  entity: { type: 'string', enum: resources.filter(({ isUndoable }) => isUndoable).map(({ name }) => name) },
  kind: { type: 'string', enum: ['create', 'update', 'delete', 'import'] },
  count: { ...whole, description: 'Records that the change was about' },
  remaining: { ...whole, description: 'Those that are not taken back yet' },
  created_at: time,
  user_id: maybe(textSchema),
  expires_at: time,
  is_expired: { type: 'boolean' },
  undone_at: { ...maybe(time), description: 'When all of it was taken back' },
  undone_by: maybe(textSchema),
})

/** What openapi.json says of undo. */
export const undoOperations: Readonly<Record<'read' | 'run', Operation>> = {
  read: {
    tag,
    summary: 'What the undo would take back; for who made the change and for roles that may change the firm',
    answer: jsonContent(description),
    refusals: [403, 404],
  },
  run: {
    tag,
    summary:
      'Take a change back: its id is the header x-undo-id of a POST, PUT or DELETE, or undo_id of a bulk call or an ' +
      'import. Records that somebody changed since stay and say so. 24 hours, after an import 7 days',
    answer: jsonContent(objectSchema({ done: whole, refused: whole, outcomes: outcomesSchema })),
    refusals: [403, 404, 409],
  },
}
