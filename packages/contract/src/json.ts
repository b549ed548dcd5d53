import { camelCase, snakeCase } from './names.ts'
import type { AnyRow, Resource } from './resource.ts'

/** A row as JSON says it: snake_case keys, the firm's id as a number. */
export function rowToJson(resource: Resource, row: AnyRow): AnyRow {
  const entries = Object.entries(row).map(([key, value]) => [
    snakeCase(key),
    key === 'id' && resource.idKind === 'number' ? Number(value) : value,
  ])
  return Object.fromEntries(entries)
}

/** The row of a JSON object; keys it does not know are kept, so that the validator can refuse them by name. */
export function rowFromJson(json: AnyRow): AnyRow {
  const entries = Object.entries(json).map(([key, value]) => [
    camelCase(key),
    key === 'id' && typeof value === 'number' ? String(value) : value,
  ])
  return Object.fromEntries(entries)
}
