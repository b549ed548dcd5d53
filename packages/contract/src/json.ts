import { camelCase, snakeCase } from './names.ts'
import type { AnyRow, Resource } from './resource.ts'

/** Converts a row to JSON: snake_case keys, the firm's ID as a number. */
export function rowToJson(resource: Resource, row: AnyRow): AnyRow {
  const entries = Object.entries(row).map(([key, value]) => [
    snakeCase(key),
    key === 'id' && resource.idKind === 'number' ? Number(value) : value,
  ])
  return Object.fromEntries(entries)
}

/** Converts a JSON object to a row; unknown keys are preserved so that the validator can refuse them by name. */
export function rowFromJson(json: AnyRow): AnyRow {
  const entries = Object.entries(json).map(([key, value]) => [
    camelCase(key),
    key === 'id' && typeof value === 'number' ? String(value) : value,
  ])
  return Object.fromEntries(entries)
}
