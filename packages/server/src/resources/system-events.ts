import type { Role } from '@courtcrier/contract/access.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import type { Behaviour } from './behaviour.ts'

/** The details of an event hold values of a record: a role sees those of the fields it sees in the record itself. */
export const systemEventBehaviour: Behaviour = {
  tellsOf: { entity: 'entity', id: 'entityId', userId: 'userId' },
  present: {
    fields: ['details'],
    row: (row, role) => (row.details ? { ...row, details: visibleDetails(row, role) } : row),
  },
}

/** Undefined fields, unknown records and text that is no JSON are left out: nobody can tell who may see them. */
function visibleDetails(row: AnyRow, role: Role): string | null {
  const resource = findResource(String(row.entity))
  const details = resource && parseObject(String(row.details))
  if (!details) return null
  const visible = Object.entries(details).filter(([name]) => isVisible(resource, camelCase(name), role))
  return visible.length > 0 ? JSON.stringify(Object.fromEntries(visible)) : null
}

function isVisible(resource: Resource, key: string, role: Role): boolean {
  return fieldAccess(resource, key, role) !== 'DENY'
}

function parseObject(text: string): AnyRow | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnyRow) : undefined
  } catch {
    // Text for people; it says nothing of which fields it is about.
    return undefined
  }
}
