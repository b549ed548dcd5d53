import { camelCase, snakeCase } from './names.ts'
import { type AnyRow, findField, type Resource } from './resource.ts'

/** Converts a row to JSON: snake_case keys, the firm's ID as a number. */
export function rowToJson(resource: Resource, row: AnyRow): AnyRow {
  const entries = Object.entries(row).map(([key, value]) => [
    snakeCase(key),
    key === 'id' && resource.idKind === 'number' ? Number(value) : value,
  ])
  return Object.fromEntries(entries)
}

/**
 * Converts a JSON object to a row. Keys that the resource doesn't have stay as they were sent, so that the validator can
 * refuse them by that name; without a resource, all are converted.
 */
export function rowFromJson(json: AnyRow, resource?: Resource): AnyRow {
  const entries = Object.entries(json).map(([key, value]) => [
    resource && !findField(resource, camelCase(key)) ? key : camelCase(key),
    key === 'id' && typeof value === 'number' ? String(value) : value,
  ])
  return Object.fromEntries(entries)
}
