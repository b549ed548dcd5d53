import { termOf } from '@courtcrier/contract/dictionary.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { describeChanges, recordedTitle } from '../audit.ts'
import { behaviourOf } from '../behaviour.ts'
import { dictionaryOf } from '../dictionary.ts'
import { insertEvents } from '../insert-events.ts'
import type { Done, Writer } from './change.ts'

const types = { created: 'object create', updated: 'object update', deleted: 'object delete' } as const
const verbs = { created: 'created', updated: 'changed', deleted: 'deleted' } as const
const bys = {
  'an import': 'import',
  'an undo': 'undo',
  'a rule': 'rule',
  'a notice': 'notice',
  provisioning: 'provisioning',
} as const

/** Adds a line to the firm's log for each row that was created, changed or deleted, in one statement. */
export async function logChanges(
  trx: Trx,
  resource: Resource,
  { done, writer }: { done: readonly Done[]; writer: Writer },
): Promise<void> {
  if (writer.isUnlogged) return
  const word = termOf(resource, 'one', await dictionaryOf(trx, writer.firmId))
  const lines = done.flatMap((each) => lineOf(resource, each, { word, writer }) ?? [])
  if (lines.length === 0) return
  await insertEvents({
    firmId: writer.firmId,
    columns: [
      'id',
      'level',
      'type',
      'sentence',
      'user_id',
      'entity',
      'entity_id',
      'details',
      'action',
      'record_title',
      'facts',
    ],
    from: sql`select v.id, 'AUDIT', v.type, v.sentence, ${writer.userId ?? null}::uuid, ${resource.name}::text,
        v.entity_id, v.details, v.action, v.record_title, v.facts
      from jsonb_to_recordset(${jsonRows(lines)}::text::jsonb)
        as v(id uuid, type text, sentence text, entity_id text, details text, action text, record_title text,
          facts jsonb)`,
  }).execute(trx)
  // An import writes thousands of lines at once: naming them all helps no one.
  const ids = lines.length === 1 ? lines.map(({ id }) => id) : []
  await announce(trx, { firmId: writer.firmId, entity: systemEvent.name, ids })
}

/** Undefined if nothing was changed. */
function lineOf(resource: Resource, each: Done, { word, writer }: { word: string; writer: Writer }) {
  const details = detailsOf(resource, each)
  if (each.kind === 'unchanged' || (each.kind === 'updated' && details === undefined)) return undefined
  const { row, id, kind } = each
  const title = recordedTitle(resource, row)
  const said = kind === 'updated' ? each.says?.(title) : undefined
  return {
    id: newId(),
    type: types[kind],
    sentence: said?.sentence ?? sentenceOf(resource, each, { word, by: writer.by }),
    entity_id: id,
    details: details ?? null,
    action: said?.action ?? null,
    record_title: title,
    facts: { ...factsOf(writer), ...said?.facts },
  }
}

/** How a change came about, and the key of a program. */
function factsOf({ by, key }: Writer): Readonly<Record<string, string>> {
  if (by === undefined) return key ? { by: 'key', key: key.name } : {}
  return { by: bys[by], ...(by === 'provisioning' && key ? { key: key.name } : {}) }
}

function sentenceOf(
  resource: Resource,
  { kind, row, id, ...done }: Exclude<Done, { kind: 'unchanged' }>,
  { word, by }: { word: string; by: Writer['by'] },
): string {
  const own = 'values' in done && kind === 'updated' && behaviourOf(resource).updateSentence?.(done.values)
  return own || `${word} "${row[resource.title] ?? id}" was ${verbs[kind]}${by ? ` by ${by}` : ''}.`
}

function detailsOf(resource: Resource, each: Done): string | undefined {
  if (each.kind === 'deleted') return JSON.stringify(rowToJson(resource, each.row))
  return each.kind === 'updated' ? describeChanges(resource, each.before, changedValues(resource, each)) : undefined
}

/**
 * Everything the change did to the row, including what hooks did; for secrets, only that they were set. What is computed
 * from other rows may have changed meanwhile, as when a filing arrives for the case.
 */
function changedValues(resource: Resource, { row, values }: Done & { kind: 'updated' }): AnyRow {
  const { updatedAt: _, ...stored } = row
  const isOfOthers = ({ isComputed, readOnly }: Partial<Field> = {}) => isComputed === true && readOnly === true
  const after = Object.fromEntries(Object.entries(stored).filter(([key]) => !isOfOthers(resource.fields[key])))
  const secrets = Object.entries(values).filter(([key]) => resource.fields[key]?.kind === 'secret')
  return { ...after, ...Object.fromEntries(secrets) }
}
