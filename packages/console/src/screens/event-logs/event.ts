import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { SystemEvent } from '@courtcrier/contract/resources/system-event.ts'

/** One event, as far as the role may see it. */
export type ShownEvent = Partial<SystemEvent>

/** What became of one field of a record. */
export interface FieldChange {
  /** In camelCase. */
  key: string
  from?: unknown
  to?: unknown
  /** Of a secret it is told that it was set, and nothing more. */
  isSecret?: boolean
}

/** The difference that an event was about, as far as the role sees its fields. */
export function changesOf({ type, details }: ShownEvent): readonly FieldChange[] {
  if (type !== 'object update') return []
  return Object.entries(parsed(details)).map(([key, change]) => {
    if (typeof change !== 'object' || change === null) return { key, isSecret: true }
    const { from, to } = change as { from?: unknown; to?: unknown }
    return { key, from, to }
  })
}

/** The record as it was when it was deleted, as far as the role sees its fields. */
export function deletedOf({ type, details }: ShownEvent): AnyRow | undefined {
  if (type !== 'object delete') return undefined
  const row = parsed(details)
  return Object.keys(row).length > 0 ? row : undefined
}

function parsed(details: string | null | undefined): AnyRow {
  if (!details) return {}
  try {
    const value: unknown = JSON.parse(details)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? rowFromJson(value as AnyRow) : {}
  } catch {
    // Details for people; there is no difference in them.
    return {}
  }
}
