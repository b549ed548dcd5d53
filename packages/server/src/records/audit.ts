import { type EventAction, findEventAction } from '@courtcrier/contract/event-actions.ts'
import type { EventLevel } from '@courtcrier/contract/event-levels.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type EventType, systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { storableJson, storableText } from '../base/db/storable-text.ts'
import type { Caller } from './caller.ts'
import { insertEvents } from './insert-events.ts'

/** One line for the firm's event log. */
export interface EventLine {
  firmId: number
  level: EventLevel
  type: EventType
  sentence: string
  /** Who did it; absent if the program did. */
  userId?: string
  entity?: string
  entityId?: string
  details?: string
  /** The key of its sentence in other languages, if the type isn't enough. */
  action?: EventAction
  /** The record's name at the time. */
  recordTitle?: string
  /** The other values in the sentence; nothing of a record but its title belongs here. */
  facts?: Readonly<Record<string, string>>
}

/** Writes an event in the transaction of what it reports. What others said may be in it, and be anything. */
export async function recordEvent(trx: Trx, line: EventLine): Promise<void> {
  const id = newId()
  await insertEvents({
    firmId: line.firmId,
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
    from: sql`select ${id}::uuid, ${line.level}::text, ${line.type}::text, ${storableText(line.sentence)}::text,
      ${line.userId ?? null}::uuid, ${line.entity ?? null}::text, ${line.entityId ?? null}::text,
      ${storable(line.details)}::text, ${line.action ?? null}::text, ${storable(line.recordTitle)}::text,
      ${storableJson(line.facts ?? {})}::text::jsonb`,
  }).execute(trx)
  await announce(trx, { firmId: line.firmId, entity: systemEvent.name, ids: [id] })
}

function storable(text: string | undefined): string | null {
  return text === undefined ? null : storableText(text)
}

/** A row's name, as events record it. */
export function recordedTitle(resource: Resource, row: AnyRow): string {
  return String(row[resource.title] ?? '').slice(0, 1000)
}

/** Logs what a person decided about an inbox item; `action` is the last part of the address called. */
export async function recordItemAction(
  trx: Trx,
  { caller, id, action, siblings = 0 }: { caller: Caller; id: string; action: string; siblings?: number },
): Promise<void> {
  const others = siblings === 1 ? 'one other' : `${siblings} others`
  await recordEvent(trx, {
    firmId: caller.firmId,
    level: 'AUDIT',
    type: 'object update',
    sentence: `${caller.user.fullName} chose "${action.replaceAll('-', ' ')}" for a notice${siblings > 0 ? ` and ${others} that needed the same fix` : ''}.`,
    userId: caller.userId,
    entity: inboxItem.name,
    entityId: id,
    action: findEventAction(`item_${action.replaceAll('-', '_')}`),
  })
}

/**
 * A change as JSON for an event's details, `{"name": {"from": "A", "to": "B"}}`; undefined if nothing changed. For a
 * secret, only that it was set.
 */
export function describeChanges(resource: Resource, before: AnyRow, values: AnyRow): string | undefined {
  const changes = Object.entries(values).flatMap(([key, to]): [string, unknown][] => {
    if (resource.fields[key]?.kind === 'secret') return [[snakeCase(key), 'set']]
    return isEqualValue(before[key], to) ? [] : [[snakeCase(key), { from: before[key], to }]]
  })
  return changes.length > 0 ? JSON.stringify(Object.fromEntries(changes)) : undefined
}
