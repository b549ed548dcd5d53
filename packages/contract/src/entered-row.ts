import { type AnyRow, type EnteredRow, secretsSet } from './resource.ts'

/** Returns whether a field of a row stays without a value. */
export function lacks(field: string, entered: EnteredRow): boolean {
  return isAbsent({ ...entered.current, ...entered.values }[field]) && !isSecretKept(field, entered)
}

/** Returns whether a value counts as none. */
export function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/**
 * Returns whether a row has a secret that wasn't entered with these values: saved before, or restored by an undo. Its
 * value is never read back from the database.
 */
function isSecretKept(field: string, { values, current }: EnteredRow): boolean {
  const restored = setIn(values)
  if (restored && (!current || Object.hasOwn(values, field))) return restored.includes(field)
  return !Object.hasOwn(values, field) && (setIn(current)?.includes(field) ?? false)
}

function setIn(row: AnyRow | undefined): readonly string[] | undefined {
  return (row as { [secretsSet]?: readonly string[] } | undefined)?.[secretsSet]
}
