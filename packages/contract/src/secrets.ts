import { camelCase, snakeCase } from './names.ts'
import { type AnyRow, type Resource, secretsSet } from './resource.ts'

/** The header of an answer with one row: the secrets that are set, by snake_case names, separated by commas. */
export const secretsHeader = 'x-secrets-set'

/** The form value of a secret that is set but not shown. Can't be a real secret: control characters are refused. */
export const keptSecret = '\u0000kept'

/** Returns the header's value for a row; undefined if nothing is known of its secrets. */
export function formatSecrets(row: AnyRow): string | undefined {
  return (row as { [secretsSet]?: readonly string[] })[secretsSet]?.map(snakeCase).join(',')
}

/** Returns the row with its secrets as a form has them: set, or null. Unknown without the header. */
export function withSecrets(resource: Resource, row: AnyRow, header: string | null): AnyRow {
  if (header === null) return row
  const set = header.split(',').map(camelCase)
  const held = secretKeys(resource).map((key) => [key, set.includes(key) ? keptSecret : null])
  return { ...row, ...Object.fromEntries(held) }
}

/** Returns the secrets of a form's row, to add to another version of it that has none. */
export function secretsIn(resource: Resource, row: AnyRow): AnyRow {
  return Object.fromEntries(secretKeys(resource).flatMap((key) => (key in row ? [[key, row[key]]] : [])))
}

function secretKeys(resource: Resource): string[] {
  return Object.keys(resource.fields).filter((key) => resource.fields[key]?.kind === 'secret')
}
