import { camelCase, snakeCase } from './names.ts'
import { type AnyRow, type Resource, secretsSet } from './resource.ts'

/** The header of an answer with one row: the secrets that are set, by snake_case names, separated by commas. */
export const secretsHeader = 'x-secrets-set'

/** What a form holds for a secret that is kept and not shown. No secret is it: control characters are refused. */
export const keptSecret = '\u0000kept'

/** What the header says of a row; undefined where nothing is known of its secrets. */
export function formatSecrets(row: AnyRow): string | undefined {
  return (row as { [secretsSet]?: readonly string[] })[secretsSet]?.map(snakeCase).join(',')
}

/** The row with its secrets as a form holds them: kept, or null. Without the header nothing is known of them. */
export function withSecrets(resource: Resource, row: AnyRow, header: string | null): AnyRow {
  if (header === null) return row
  const set = header.split(',').map(camelCase)
  const held = secretKeys(resource).map((key) => [key, set.includes(key) ? keptSecret : null])
  return { ...row, ...Object.fromEntries(held) }
}

/** What a row of a form holds of its secrets, for another version of it that came without. */
export function secretsIn(resource: Resource, row: AnyRow): AnyRow {
  return Object.fromEntries(secretKeys(resource).flatMap((key) => (key in row ? [[key, row[key]]] : [])))
}

function secretKeys(resource: Resource): string[] {
  return Object.keys(resource.fields).filter((key) => resource.fields[key]?.kind === 'secret')
}
