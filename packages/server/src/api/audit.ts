import { termOf } from '@courtcrier/contract/dictionary.ts'
import { type EventAction, findEventAction } from '@courtcrier/contract/event-actions.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type EventLevel, type EventType, systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { dictionaryOf } from '../firm/dictionary.ts'

/** One line for the firm's log. */
export interface EventLine {
  firmId: number
  level: EventLevel
  type: EventType
  sentence: string
  /** Who did it; nobody when the program did. */
  userId?: string
  entity?: string
  entityId?: string
  details?: string
  /** What it tells of, where the type does not say it: the key of its sentence in other languages. */
  action?: EventAction
  /** What the record was called at the time. */
  recordTitle?: string
  /** What else the sentence holds; nothing of a record but its title belongs here. */
  facts?: Readonly<Record<string, string>>
}

/** Writes a line into the firm's log, in the transaction of what it tells of. */
export async function recordEvent(trx: Trx, line: EventLine): Promise<void> {
  const id = newId()
  await sql`insert into system_events
      (firm_id, id, level, type, sentence, user_id, entity, entity_id, details, action, record_title, facts)
    values (${line.firmId}::integer, ${id}::uuid, ${line.level}, ${line.type}, ${line.sentence.slice(0, 2000)},
      ${line.userId ?? null}::uuid, ${line.entity ?? null}, ${line.entityId ?? null}, ${line.details ?? null},
      ${line.action ?? null}, ${line.recordTitle?.slice(0, 1000) ?? null},
      ${JSON.stringify(line.facts ?? {})}::text::jsonb)`.execute(trx)
  await announce(trx, { firmId: line.firmId, entity: systemEvent.name, ids: [id] })
}

type ChangeType = Extract<EventType, 'object create' | 'object update' | 'object delete'>

const done: Readonly<Record<ChangeType, string>> = {
  'object create': 'created',
  'object update': 'changed',
  'object delete': 'deleted',
}

/** Tells the log of a row that a caller created, changed or deleted; a change that changed nothing is not told. */
export async function recordChange(trx: Trx, { caller, resource, type, row, before }: ChangeLine): Promise<void> {
  const details =
    type === 'object delete' ? JSON.stringify(rowToJson(resource, row)) : changeDetails(resource, row, before)
  if (type === 'object update' && details === undefined) return
  const words = await dictionaryOf(trx, caller.firmId)
  await recordEvent(trx, {
    firmId: caller.firmId,
    level: 'AUDIT',
    type,
    sentence: `${termOf(resource, 'one', words)} "${row[resource.title] ?? row.id}" was ${done[type]}.`,
    userId: caller.userId,
    entity: resource.name,
    entityId: String(row.id),
    details,
    recordTitle: titleOf(resource, row),
  })
}

/** What a row is called, as events keep it. */
export function titleOf(resource: Resource, row: AnyRow): string {
  return String(row[resource.title] ?? '').slice(0, 1000)
}

interface ChangeLine {
  caller: Caller
  resource: Resource
  type: ChangeType
  row: AnyRow
  /** The row as it was, for an update. */
  before?: AnyRow
}

/** Tells the log what a person decided about an inbox item; `action` is the last part of the address called. */
export async function recordItemAction(
  trx: Trx,
  { caller, id, action, siblings = 0 }: { caller: Caller; id: string; action: string; siblings?: number },
): Promise<void> {
  const others = siblings === 1 ? 'one other' : `${siblings} others`
  await recordEvent(trx, {
    firmId: caller.firmId,
    level: 'AUDIT',
    type: 'object update',
    sentence: `${caller.user.fullName} chose "${action.replaceAll('-', ' ')}" for a notice${siblings > 0 ? ` and ${others} that waited for the same` : ''}.`,
    userId: caller.userId,
    entity: inboxItem.name,
    entityId: id,
    action: findEventAction(`item_${action.replaceAll('-', '_')}`),
  })
}

function changeDetails(resource: Resource, row: AnyRow, before: AnyRow | undefined): string | undefined {
  if (!before) return undefined
  const { updatedAt: _, ...values } = row
  return describeChanges(resource, before, values)
}

/**
 * What a change did, for the details of an event: `{"name": {"from": "A", "to": "B"}}` as JSON, undefined when
 * nothing changed. Of a secret it says that it was set, and nothing more.
 */
export function describeChanges(resource: Resource, before: AnyRow, values: AnyRow): string | undefined {
  const changes = Object.entries(values).flatMap(([key, to]): [string, unknown][] => {
    if (resource.fields[key]?.kind === 'secret') return [[snakeCase(key), 'set']]
    return isEqualValue(before[key], to) ? [] : [[snakeCase(key), { from: before[key], to }]]
  })
  return changes.length > 0 ? JSON.stringify(Object.fromEntries(changes)) : undefined
}
