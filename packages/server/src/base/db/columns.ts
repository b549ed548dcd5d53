import type { Field } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'

export interface Column {
  name: string
  /** As PostgreSQL's format_type returns it. */
  type: string
  isRequired: boolean
}

/** The columns a resource's table must have, in the order of its definition. */
export function columnsOf(resource: Resource): readonly Column[] {
  const idType = resource.idKind === 'number' ? 'integer' : 'uuid'
  return [
    { name: 'firm_id', type: 'integer', isRequired: true },
    { name: 'id', type: idType, isRequired: true },
    { name: 'created_at', type: 'timestamp(3) with time zone', isRequired: true },
    { name: 'updated_at', type: 'timestamp(3) with time zone', isRequired: true },
    ...ownColumns(resource),
  ]
}

function ownColumns(resource: Resource): Column[] {
  const stored = Object.entries(resource.fields).filter(([, field]) => !field.isComputed)
  const containers = [...new Set(stored.flatMap(([, field]) => (field.within ? [field.within] : [])))]
  return [
    ...stored.flatMap(([key, field]) => (field.within ? [] : [columnOf(key, field)])),
    ...containers.map((name) => ({ name, type: 'jsonb', isRequired: true })),
  ]
}

function columnOf(key: string, field: Field): Column {
  const kind = kindOf(field)
  return {
    name: snakeCase(key),
    type: kind.column(field),
    // An empty list, map or false is a value; only a field that is null when empty may be null.
    isRequired: field.required === true || field.given !== undefined || kind.empty() !== null,
  }
}
