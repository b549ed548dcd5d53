import { ApiError } from '@courtcrier/contract/errors.ts'
import { camelCase } from '@courtcrier/contract/names.ts'

/** Returns the keys of the columns to export. Throws `invalid_input` naming each one that isn't allowed, as it was sent. */
export function readColumns(names: readonly string[], allowed: readonly string[]): readonly string[] {
  const columns = [...new Set(names.map((name) => name.trim()))].map((name) => ({ name, key: camelCase(name) }))
  const unknown = columns.filter(({ key }) => !allowed.includes(key))
  const problems = unknown.map(({ name }) => ({ field: name, code: 'unknown_field', isAsSent: true as const }))
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return [...new Set(columns.map(({ key }) => key))]
}
