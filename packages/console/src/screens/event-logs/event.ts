import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { SystemEvent } from '@courtcrier/contract/resources/system-event.ts'

/** One event, as far as the role may see it. */
export type ShownEvent = Partial<SystemEvent>

/** The change to one field of a record. */
export interface FieldChange {
  /** In camelCase. */
  key: string
  from?: unknown
  to?: unknown
  /** For a secret, only that it was set is shown. */
  isSecret?: boolean
}

/** Returns an event's difference, as far as the role sees its fields. */
export function changesOf({ type, details }: ShownEvent): readonly FieldChange[] {
  if (type !== 'object update') return []
  return Object.entries(parsed(details)).map(([key, change]) => {
    if (typeof change !== 'object' || change === null) return { key, isSecret: true }
    const { from, to } = change as { from?: unknown; to?: unknown }
    return { key, from, to }
  })
}

/** Returns the deleted record, as far as the role sees its fields. */
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
    // Details for users, not a difference.
    return {}
  }
}
